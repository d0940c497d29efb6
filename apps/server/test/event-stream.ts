import { setTimeout as sleep } from 'node:timers/promises';
import { changedEvent, type EventTopic } from '@florin/contract';

export type EventStream = {
  /** The topics of the next `changed` that is not read yet. */
  readonly next: (withinMs?: number) => Promise<readonly EventTopic[]>;
  /** The data of the next event of that name that is not read yet. */
  readonly nextOf: (event: string, withinMs?: number) => Promise<unknown>;
  /** Everything that has come, as it came. */
  readonly text: () => string;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
};

/** Soon, as a rule; no test is decided by how soon. */
const busyMachineMs = 20_000;

/** Reads server-sent events as they come. */
export function eventStream(chunks: AsyncIterable<Uint8Array | string>): EventStream {
  let text = '';
  let place = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of chunks)
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  };
  const ended = read();
  ended.catch(() => undefined); // whoever waits for it still sees how it ended
  const nextOf = async (name: string, withinMs = busyMachineMs): Promise<unknown> => {
    const event = new RegExp(`event: ${name}\ndata: (.*)\n\n`, 'g');
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(5)) {
      event.lastIndex = place;
      const found = event.exec(text);
      if (!found) continue;
      place = event.lastIndex;
      return JSON.parse(found[1] ?? '');
    }
    throw new Error(`nothing has changed within ${withinMs} ms`);
  };
  return {
    text: () => text,
    ended,
    nextOf,
    next: async (withinMs) => changedEvent.parse(await nextOf('changed', withinMs)).topics,
  };
}
