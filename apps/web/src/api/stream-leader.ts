import type { StreamEvent } from './event-stream.ts';
import { keepConnected, type ConnectionEnd } from './keep-connected.ts';

/** One kind of stream, as every window of a browser knows it. */
export type Shared = {
  /** Which windows share it: those of one session. */
  readonly name: string;
  /** Listens for what all windows together wish for, until the connection ends. Done by one of them. */
  readonly connect: (
    wishes: readonly string[],
    onEvent: (event: StreamEvent) => void,
    signal: AbortSignal,
  ) => Promise<ConnectionEnd>;
  /** Takes up an event, in each window. */
  readonly hear: (event: StreamEvent) => void;
  /** What the leading window tells one that has just come; undefined before it has heard anything. */
  readonly greet: (wish: readonly string[]) => StreamEvent | undefined;
  /** The most wishes that one connection serves: the latest come first. */
  readonly most: number;
};

/** A window that has not said for so long what it wishes for is gone without having said so. */
const forgottenAfterMs = 90_000;

const nothingToStop = (): void => undefined;

/** Keeps the one connection for all windows, for what all of them wish for together. */
export function leadStream(shared: Shared, tell: (event: StreamEvent) => void) {
  const windows = new Map<string, { wish: readonly string[]; at: number }>();
  let current = { asked: '', stop: nothingToStop };

  const together = () => {
    const oldest = performance.now() - forgottenAfterMs;
    for (const [id, { at }] of windows) if (at < oldest) windows.delete(id);
    const newestLast = [...windows.values()].flatMap(({ wish }) => wish).toReversed();
    return [...new Set(newestLast)].slice(0, shared.most).toSorted();
  };
  const connect = () => {
    const wishes = together();
    const asked = wishes.join(',');
    if (asked === current.asked) return;
    current.stop();
    current = {
      asked,
      stop: asked === '' ? nothingToStop : keepConnected((signal) => shared.connect(wishes, tell, signal)),
    };
  };
  return {
    take: (id: string, wish: readonly string[]) => {
      windows.delete(id); // whoever spoke last comes last
      windows.set(id, { wish, at: performance.now() });
      connect();
    },
    drop: (id: string) => {
      if (windows.delete(id)) connect();
    },
    stop: () => current.stop(),
  };
}
