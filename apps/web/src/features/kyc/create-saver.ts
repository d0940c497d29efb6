import type { KycForm } from '@florin/contract';

type Changes = Partial<KycForm>;
export type SaveState = 'nothing to save' | 'saving' | 'saved' | 'failed';

/** So long nothing is typed before it is saved. */
const quietMs = 800;

/**
 * Keeps what is typed: a moment after the last change, and at once when asked to. One save at a time, in their order;
 * what could not be saved goes out with the next one.
 */
export function createSaver(save: (changes: Changes) => Promise<void>, tell: (state: SaveState) => void) {
  let waiting: Changes = {};
  let queue: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const saveWaiting = async () => {
    if (Object.keys(waiting).length === 0) return;
    const changes = waiting;
    waiting = {};
    tell('saving');
    try {
      await save(changes);
    } catch (error) {
      waiting = { ...changes, ...waiting };
      tell('failed');
      throw error;
    }
    tell('saved');
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    queue = queue.catch(() => undefined).then(saveWaiting);
    return queue;
  };
  const saveSoon = () => void flush().catch(() => undefined); // it has been told

  return {
    note: (changes: Changes) => {
      waiting = { ...waiting, ...changes };
      clearTimeout(timer);
      timer = setTimeout(saveSoon, quietMs);
    },
    /** Fails where it could not be saved. */
    flush,
    saveSoon,
  };
}
