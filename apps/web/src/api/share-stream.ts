import type { StreamEvent } from './event-stream.ts';
import { isStoragePersistent } from './stored-session.ts';
import { competeForLock } from './leader-lock.ts';
import { leadStream, type Shared } from './stream-leader.ts';
import { whileAwake } from './while-awake.ts';

/** The interval at which each window repeats its wish and checks that a leader answers. */
const renewMs = 20_000;
/** A leader that does not answer within this time hangs or is frozen. */
const leaderTimeoutMs = 4_000;

type Message =
  | { readonly kind: 'wish'; readonly from: string; readonly wish: readonly string[] }
  | { readonly kind: 'gone'; readonly from: string }
  | { readonly kind: 'lead' }
  | { readonly kind: 'here'; readonly to: string; readonly greeting: StreamEvent | undefined }
  | { readonly kind: 'event'; readonly event: StreamEvent };

export type SharedStream = {
  /** Replaces this window's wish: the coins or topics that it wants to receive. */
  readonly wish: (wish: readonly string[]) => void;
  readonly leave: () => void;
};

/**
 * Whether windows can share a stream. Sharing needs web locks (secure pages only), a broadcast channel and stored
 * sessions.
 */
export const canShare = (): boolean =>
  'locks' in navigator && 'BroadcastChannel' in globalThis && isStoragePersistent();

/**
 * Shares one connection between all windows, because browsers allow six per server (decision 63). The window with the
 * lock leads: it holds the connection and forwards events. The lock moves when that window closes, crashes, or is
 * hidden while another is visible. A leader that does not answer loses the lock.
 */
export function shareStream(shared: Shared, firstWish: readonly string[]): SharedStream {
  let wish = firstWish;
  let joined: ReturnType<typeof join> | undefined;
  const end = whileAwake(() => {
    const own = join(shared, () => wish);
    joined = own;
    return () => {
      joined = undefined;
      own.leave();
    };
  });
  return {
    wish: (newWish) => {
      wish = newWish;
      joined?.sendWish();
    },
    leave: end,
  };
}

function join(shared: Shared, wish: () => readonly string[]) {
  const me = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(shared.name);
  let leader: ReturnType<typeof leadStream> | undefined;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const send = (message: Message) => channel.postMessage(message);

  const sendWish = () => {
    if (leader) return leader.take(me, wish());
    send({ kind: 'wish', from: me, wish: wish() });
    // The random part keeps windows from taking over at the same time.
    timeout ??= setTimeout(onTimeout, leaderTimeoutMs * (1 + Math.random()));
  };
  const clearLeaderTimeout = () => {
    clearTimeout(timeout);
    timeout = undefined;
  };
  const lead = () => {
    clearLeaderTimeout();
    leader = leadStream(shared, (event) => {
      shared.onEvent(event);
      send({ kind: 'event', event });
    });
    leader.take(me, wish());
    send({ kind: 'lead' });
  };
  const stepDown = () => {
    leader?.stop();
    leader = undefined;
    sendWish(); // to the new leader
  };
  const lock = competeForLock(shared.name, lead, stepDown);
  const onTimeout = () => {
    timeout = undefined;
    if (document.visibilityState === 'visible') lock.take();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') return shared.onEvent(data.event);
    if (data.kind === 'lead') return sendWish();
    if (data.kind === 'here') {
      clearLeaderTimeout();
      if (data.to === me && data.greeting) shared.onEvent(data.greeting);
    } else if (data.kind === 'gone') leader?.drop(data.from);
    else if (leader) {
      leader.take(data.from, data.wish);
      send({ kind: 'here', to: data.from, greeting: shared.snapshot(data.wish) });
    }
  });
  const renewing = setInterval(sendWish, renewMs);
  sendWish();
  return {
    sendWish,
    leave: () => {
      clearInterval(renewing);
      lock.leave();
      clearLeaderTimeout();
      send({ kind: 'gone', from: me });
      channel.close();
    },
  };
}
