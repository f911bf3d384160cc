/** A record dropped on the page or opened from a file: read here, replayed by the hall, never kept there. */
import { replayText } from './api';
import { go } from './route.svelte';
import { errorText } from './sentence';
import { notify } from './toast.svelte';

/** Whether a text looks like a record, and not like a level. */
export const isRecord = (text: string): boolean => /^\s*\{"(gridhall|game|record|type)/.test(text);

export const dropped = $state<{ text: string; name: string }>({ text: '', name: '' });

export async function openRecord(file: File): Promise<void> {
  if (file.size > 4_000_000) {
    notify('That file is too large for a record.', true);
    return;
  }
  try {
    const text = await file.text();
    await replayText(text, 0, 1);
    dropped.text = text;
    dropped.name = file.name;
    go('/record');
  } catch (error) {
    notify(`${file.name}: ${errorText(error)}`, true);
  }
}
