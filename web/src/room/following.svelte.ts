/** What follows when something happens in a room: each effect is one sentence of the form "when this, then that". */
import { untrack } from 'svelte';
import { notify } from '../toast.svelte';
import { offerToKeep } from '../people/me.svelte';
import { keepOutcome } from './result';
import type { RoomSession } from './session.svelte';

/** Call this while a component is made. */
export function followRoom(session: RoomSession): void {
  const { connection, lookBack, hotseat } = session;

  // A seat has been shown everything: the hall is told, because clocks stand while a film runs.
  $effect(() => {
    for (const view of connection.views) if (!view.playback.playing && !view.held) connection.tellSeen(view);
  });
  // The game is known: its page is read, for the ladder and the aim, and its drawings.
  $effect(() => {
    if (session.game) untrack(() => void session.loadGame());
  });
  // Something has happened: looking back ends.
  $effect(() => {
    void session.view?.at;
    untrack(() => lookBack.forget());
  });
  // Something is played, or there is something else to choose: the hint is stale.
  const isPlayed = $derived((session.view?.waiting.length ?? 0) > 0);
  $effect(() => {
    void session.view?.position;
    void isPlayed;
    untrack(() => (session.hints.hint = null));
  });
  // Who comes to watch is told what was said before, and anew when something was taken back.
  const watcher = $derived(session.view?.seat === 0 && session.view.scene !== null ? session.view : undefined);
  $effect(() => {
    void watcher?.takenBack;
    if (watcher) untrack(() => void session.recall(watcher));
  });
  // What was typed for a turn that is over is not played in another's, nor after the end.
  $effect(() => {
    const { active, pending, view, room } = session;
    const { length } = connection.typed;
    if (!length || active || pending || connection.link !== 'live' || !view?.scene || !room || lookBack.shown) return;
    untrack(() => {
      session.retype([]);
      const keys = length === 1 ? 'one key was' : `${length} keys were`;
      if (!session.isOver && !hotseat.behind) notify(`It is no longer your turn: ${keys} not played.`);
    });
  });
  // The match is rated: it is told how strong both are thought to be, and at its end what has become of that.
  const rated = $derived(session.room?.rated === true && session.room.state !== 'waiting');
  $effect(() => {
    const { isOver } = session;
    if (rated) untrack(() => void session.ratings.ask(session.id, isOver));
  });
  // The match is over: the fog goes, and the result is kept.
  $effect(() => {
    if (session.isOver && session.live?.layers.some((layer) => layer.fog))
      untrack(() => session.uncover().catch(() => undefined));
  });
  $effect(() => {
    const { room, isOver, outcome, isDuel, mine, id } = session;
    if (room && isOver && outcome && !isDuel && mine.length) keepOutcome(room, id, outcome);
    if (isOver && outcome?.won && mine.length) untrack(offerToKeep);
  });
}
