import type { StreamEvent } from './event-stream.ts';
import { isStorageKept } from './stored-session.ts';
import { standForLock } from './stand-for-lock.ts';
import { leadStream, type Shared } from './stream-leader.ts';
import { whileAwake } from './while-awake.ts';

/** So often each window says what it wishes for, and learns whether somebody leads. */
const renewMs = 20_000;
/** A leader that does not answer for so long hangs, or is asleep without having been told. */
const answerWithinMs = 4_000;

type Message =
  | { readonly kind: 'wish'; readonly from: string; readonly wish: readonly string[] }
  | { readonly kind: 'gone'; readonly from: string }
  | { readonly kind: 'lead' }
  | { readonly kind: 'here'; readonly to: string; readonly greeting: StreamEvent | undefined }
  | { readonly kind: 'event'; readonly event: StreamEvent };

export type SharedStream = {
  /** Says what this window wants to hear of from now on. */
  readonly wish: (wish: readonly string[]) => void;
  readonly leave: () => void;
};

/** Sharing needs a lock, which browsers give to secure pages only, a channel, and a session that other windows find. */
export const canShare = (): boolean => 'locks' in navigator && 'BroadcastChannel' in globalThis && isStorageKept();

/**
 * One connection for all windows of a browser, which has only six for a server (decision 63). The window that gets the
 * lock leads: it holds the connection and passes on what it hears. The lock goes over when that window closes, crashes or
 * is hidden while others are looked at; from one that does not answer it is taken away.
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
      joined?.sayWish();
    },
    leave: end,
  };
}

function join(shared: Shared, wish: () => readonly string[]) {
  const me = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(shared.name);
  let leader: ReturnType<typeof leadStream> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;
  const say = (message: Message) => channel.postMessage(message);

  const sayWish = () => {
    if (leader) return leader.take(me, wish());
    say({ kind: 'wish', from: me, wish: wish() });
    // Not all at the same moment.
    answer ??= setTimeout(onSilence, answerWithinMs * (1 + Math.random()));
  };
  const heard = () => {
    clearTimeout(answer);
    answer = undefined;
  };
  const lead = () => {
    heard();
    leader = leadStream(shared, (event) => {
      shared.hear(event);
      say({ kind: 'event', event });
    });
    leader.take(me, wish());
    say({ kind: 'lead' });
  };
  const stepDown = () => {
    leader?.stop();
    leader = undefined;
    sayWish(); // to the one who leads now
  };
  const lock = standForLock(shared.name, lead, stepDown);
  const onSilence = () => {
    answer = undefined;
    if (document.visibilityState === 'visible') lock.take();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') return shared.hear(data.event);
    if (data.kind === 'lead') return sayWish();
    if (data.kind === 'here') {
      heard();
      if (data.to === me && data.greeting) shared.hear(data.greeting);
    } else if (data.kind === 'gone') leader?.drop(data.from);
    else if (leader) {
      leader.take(data.from, data.wish);
      say({ kind: 'here', to: data.from, greeting: shared.greet(data.wish) });
    }
  });
  const renewing = setInterval(sayWish, renewMs);
  sayWish();
  return {
    sayWish,
    leave: () => {
      clearInterval(renewing);
      lock.leave();
      heard();
      say({ kind: 'gone', from: me });
      channel.close();
    },
  };
}
