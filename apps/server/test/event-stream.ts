import { setTimeout as sleep } from 'node:timers/promises';
import { changedEvent, type EventTopic } from '@florin/contract';

export type EventStream = {
  /** Returns the topics of the next unread `changed` event. */
  readonly next: (withinMs?: number) => Promise<readonly EventTopic[]>;
  /** Returns the data of the next unread event of this name. */
  readonly nextOf: (event: string, withinMs?: number) => Promise<unknown>;
  /** Returns everything received so far, unparsed. */
  readonly text: () => string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
};

/** A generous timeout for a busy machine. Events usually arrive immediately. */
const busyMachineMs = 20_000;

/** Reads server-sent events as they arrive. */
export function eventStream(chunks: AsyncIterable<Uint8Array | string>): EventStream {
  let text = '';
  let place = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of chunks)
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  };
  const ended = read();
  ended.catch(() => undefined); // no unhandled rejection; callers that await it still get the error
  const nextOf = async (name: string, withinMs = busyMachineMs): Promise<unknown> => {
    const event = new RegExp(`event: ${name}\ndata: (.*)\n\n`, 'g');
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(5)) {
      event.lastIndex = place;
      const found = event.exec(text);
      if (!found) continue;
      place = event.lastIndex;
      return JSON.parse(found[1] ?? '');
    }
    throw new Error(`no ${name} event arrived within ${withinMs} ms`);
  };
  return {
    text: () => text,
    ended,
    nextOf,
    next: async (withinMs) => changedEvent.parse(await nextOf('changed', withinMs)).topics,
  };
}
