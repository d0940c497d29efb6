import type { StreamEvent } from './event-stream.ts';
import { keepConnected, type ConnectionEnd } from './keep-connected.ts';

/** A stream that windows share. A wish is a coin or topic that a window wants to receive. */
export type Shared = {
  /** The channel name, shared by the windows of one session. */
  readonly name: string;
  /** Receives the events for all wishes until the connection ends. Only the leader calls this function. */
  readonly connect: (
    wishes: readonly string[],
    onEvent: (event: StreamEvent) => void,
    signal: AbortSignal,
  ) => Promise<ConnectionEnd>;
  /** Handles an event in each window. */
  readonly onEvent: (event: StreamEvent) => void;
  /** The leader's event for a new window. Undefined before the leader has received an event. */
  readonly snapshot: (wish: readonly string[]) => StreamEvent | undefined;
  /** The maximum number of wishes per connection. The latest wishes take precedence. */
  readonly maxWishes: number;
};

/** A window that has not repeated its wish for this long counts as closed. */
const windowTimeoutMs = 90_000;

const nothingToStop = (): void => undefined;

/** Keeps one connection for the wishes of all windows. */
export function leadStream(shared: Shared, forward: (event: StreamEvent) => void) {
  const windows = new Map<string, { wish: readonly string[]; at: number }>();
  let current = { asked: '', stop: nothingToStop };

  const allWishes = () => {
    const oldest = performance.now() - windowTimeoutMs;
    for (const [id, { at }] of windows) if (at < oldest) windows.delete(id);
    const newestLast = [...windows.values()].flatMap(({ wish }) => wish).toReversed();
    return [...new Set(newestLast)].slice(0, shared.maxWishes).toSorted();
  };
  const connect = () => {
    const wishes = allWishes();
    const asked = wishes.join(',');
    if (asked === current.asked) return;
    current.stop();
    current = {
      asked,
      stop: asked === '' ? nothingToStop : keepConnected((signal) => shared.connect(wishes, forward, signal)),
    };
  };
  return {
    take: (id: string, wish: readonly string[]) => {
      windows.delete(id); // moves the window to the end
      windows.set(id, { wish, at: performance.now() });
      connect();
    },
    drop: (id: string) => {
      if (windows.delete(id)) connect();
    },
    stop: () => current.stop(),
  };
}
