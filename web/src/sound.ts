/** Short sounds, made of plain tones by the browser; silent until they are turned on in the settings. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A tone that glides: seconds, and hertz. */
interface Note {
  at: number;
  from: number;
  to: number;
  time: number;
  type: OscillatorType;
  loud: number;
}

const note = (
  at: number,
  from: number,
  to = from,
  time = 0.08,
  type: OscillatorType = 'triangle',
  loud = 0.16,
): Note => ({ at, from, to, time, type, loud });

const SOUNDS: Record<string, Note[]> = {
  step: [note(0, 320, 260, 0.05)],
  bump: [note(0, 120, 80, 0.09, 'sine', 0.25)],
  pick: [note(0, 520, 780, 0.09)],
  shift: [note(0, 220, 660, 0.2, 'sine'), note(0.05, 330, 880, 0.2, 'sine', 0.1)],
  dice: [
    note(0, 900, 700, 0.03, 'square', 0.05),
    note(0.07, 760, 600, 0.03, 'square', 0.05),
    note(0.15, 640, 520, 0.04, 'square', 0.05),
  ],
  burst: [note(0, 400, 60, 0.25, 'sawtooth', 0.12)],
  refuse: [note(0, 180, 150, 0.07, 'square', 0.06), note(0.09, 150, 120, 0.09, 'square', 0.06)],
  warn: [note(0, 233, 233, 0.12, 'triangle', 0.2), note(0.14, 220, 220, 0.2, 'triangle', 0.2)],
  turn: [note(0, 587, 587, 0.09), note(0.1, 784, 784, 0.14)],
  seal: [note(0, 440, 330, 0.1), note(0.08, 220, 220, 0.12, 'sine')],
  win: [note(0, 523, 523, 0.12), note(0.12, 659, 659, 0.12), note(0.24, 784, 784, 0.12), note(0.36, 1047, 1047, 0.3)],
  lose: [note(0, 392, 370, 0.18), note(0.18, 330, 311, 0.2), note(0.38, 262, 196, 0.4)],
};

export function play(name: string): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const { at, from, to, time, type, loud } of SOUNDS[name] ?? []) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + time);
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + time);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + time + 0.02);
  }
}
