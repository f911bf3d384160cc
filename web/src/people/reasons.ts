/** What somebody can be reported for; the hall knows the reasons by their keys (messages/lobby.py). */
export const REASONS: Record<string, string> = {
  name: 'an offensive name',
  stalling: 'lets others wait on purpose',
  cheating: 'seems to let a program play',
  other: 'something else',
};
