/** What can be said in a room; the hall knows them by their keys (messages/lobby.py). */
export const GREETINGS: Record<string, string> = {
  hello: 'Hello!',
  luck: 'Good luck!',
  played: 'Well played!',
  thanks: 'Thank you for the game.',
  moment: 'One moment, please.',
  go: 'I have to go.',
};
