import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableInput } from '../src/match/input.svelte';
import type { TableProps } from '../src/match/props';
import type { Choice, Preview, Scene } from '../src/scene';

const choice = (word: string, more: Partial<Choice> = {}): Choice => ({ action: word.length, word, ...more }) as Choice;

function key(name: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const target = { closest: () => null };
  return { key: name, code: '', shiftKey: false, target, preventDefault: vi.fn(), ...more } as unknown as KeyboardEvent;
}

/** A table with these choices; what is played is collected in `played`. */
async function table(
  choices: Choice[],
  more: Partial<TableProps> = {},
): Promise<{ input: TableInput; played: string[] }> {
  const { TableInput } = await import('../src/match/input.svelte');
  const scene = {
    width: 3,
    height: 1,
    status: '',
    legend: {},
    layers: [{ tiles: ['...'] }],
    choices,
  } as unknown as Scene;
  const played: string[] = [];
  const props: TableProps = {
    game: 'some',
    scene,
    newest: scene,
    active: true,
    typed: [],
    ontyped: (typed) => (props.typed = typed),
    onplay: ({ word }) => void played.push(word),
    ...more,
  };
  return { input: new TableInput(props), played };
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('document', { querySelector: () => null });
});

describe('TableInput', () => {
  it('plays the choice of a key, and refuses one that cannot be played', async () => {
    const { input, played } = await table([choice('e', { key: 'e' }), choice('w', { key: 'w', why: 'a wall' })]);
    input.keydown(key('e'));
    input.keydown(key('w'));
    expect(played).toEqual(['e']);
    expect(input.pointing.speech).toEqual({ text: 'A wall.', danger: true });
  });

  it('takes Enter on the board for the main choice only where nothing on the board can be picked', async () => {
    const seal = choice('submit', { key: 'Enter', main: true });
    const walk = choice('walk', { cell: 1 });
    const open = await table([walk, seal]);
    open.input.pick(2, 0, 'keys');
    expect(open.played).toEqual([]);
    const done = await table([seal, { ...walk, why: 'no points are left' }]);
    done.input.pick(2, 0, 'mouse');
    expect(done.played).toEqual([]);
    done.input.pick(2, 0, 'keys');
    expect(done.played).toEqual(['submit']);
  });

  it('lets keys wait while an act is on its way, and plays them in order', async () => {
    const props = { active: false, pending: true } as TableProps;
    const { input, played } = await table([choice('n', { key: 'n' }), choice('s', { key: 's' })], props);
    const inner = (input as unknown as { props: TableProps }).props;
    for (const name of ['s', 'n']) input.keydown(key(name));
    expect(played).toEqual([]);
    expect(inner.typed).toHaveLength(2);
    inner.active = true;
    inner.pending = false;
    input.playTyped();
    expect(played).toEqual(['s', 'n']);
  });

  it('asks before a choice that wants to be confirmed, and drops what was typed after a no', async () => {
    const quit = choice('quit', { key: 'q', confirm: 'Really?' });
    const { input, played } = await table([quit], { typed: [{ word: 'x' }] });
    input.keydown(key('q'));
    expect([input.question, played]).toEqual([quit, []]);
    input.answered(false);
    expect((input as unknown as { props: TableProps }).props.typed).toEqual([]);
  });

  it('does once what a capital letter means to the page, though a choice has the letter', async () => {
    const onkey = vi.fn(() => true);
    const { input, played } = await table([choice('rotate', { key: 'r' })], { onkey });
    input.keydown(key('R', { shiftKey: true }));
    expect(onkey).toHaveBeenCalledTimes(1);
    expect(played).toEqual([]);
    input.keydown(key('r'));
    expect(played).toEqual(['rotate']);
  });

  it('offers nothing while a film is shown', async () => {
    const { input } = await table([choice('n', { key: 'n' })], { active: false, pending: true, film: true });
    expect(input.choices).toEqual([]);
    expect(input.open).toBe(false);
  });

  it('shows nothing of what a choice would do once another scene is there', async () => {
    let answer: (preview: Preview) => void = () => undefined;
    const ask = () => new Promise<Preview>((done) => (answer = done));
    const walk = choice('walk', { cell: 1 });
    const { input } = await table([walk], { ask });
    for (const end of [() => input.pointing.clear(), () => input.play(walk)]) {
      void input.pointing.point(walk);
      end();
      answer({ text: 'you would lose' } as Preview);
      await new Promise((done) => setTimeout(done));
      expect(input.pointing.preview).toBeNull();
    }
  });
});
