import type { KycForm } from '@florin/contract';

type Changes = Partial<KycForm>;
export type SaveState = 'nothing to save' | 'saving' | 'saved' | 'failed';

/** The time from the last change to the save. */
const saveDelayMs = 800;

/**
 * Creates a saver for a form. The form is saved 800 ms after the last change, or immediately on `flush`. Only one save
 * runs at a time. The next save sends the changes of a failed save again.
 */
export function createSaver(save: (changes: Changes) => Promise<void>, onStateChange: (state: SaveState) => void) {
  let pending: Changes = {};
  let queue: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const savePending = async () => {
    if (Object.keys(pending).length === 0) return;
    const changes = pending;
    pending = {};
    onStateChange('saving');
    try {
      await save(changes);
    } catch (error) {
      pending = { ...changes, ...pending };
      onStateChange('failed');
      throw error;
    }
    onStateChange('saved');
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    queue = queue.catch(() => undefined).then(savePending);
    return queue;
  };
  const saveSoon = () => void flush().catch(() => undefined); // `onStateChange` has reported the failure.

  return {
    add: (changes: Changes) => {
      pending = { ...pending, ...changes };
      clearTimeout(timer);
      timer = setTimeout(saveSoon, saveDelayMs);
    },
    /** Saves now. Rejects if the save failed. */
    flush,
    saveSoon,
  };
}
