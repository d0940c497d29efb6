import type { Readable } from 'node:stream';
import { maxWatchedCoins, type PriceTick } from '@florin/contract';
import { openEventStreams, type Listener } from '../../platform/http/event-streams.ts';
import type { Markets } from './markets.ts';

const maxPerMember = 10;
/** The size of a few seconds of updates for the maximum number of coins. */
const maxUnreadBytes = 64 * 1024;

type Dependencies = {
  readonly markets: Pick<Markets, 'ticks'>;
  /** Throws `not_signed_in` for the token of an ended session. */
  readonly authenticate: (token: string) => Promise<unknown>;
  readonly lookEveryMs?: number;
  readonly commentEveryMs?: number;
};

/** The coins that a stream watches, and the number of the last poll that the stream got. Undefined before the first. */
type Watching = { readonly symbols: readonly string[]; sentAt?: number };

/** A coin's latest price and the number of the poll in which it changed. */
type Seen = { readonly tick: PriceTick; readonly changedAt: number };

export type PriceStream = ReturnType<typeof openPriceStream>;

/**
 * Pushes prices to open pages: every two seconds, each watched coin whose price changed. Simulated prices change every
 * second, but painting them that often doubles a page's work without a visible benefit.
 */
export function openPriceStream({ markets, authenticate, lookEveryMs = 2_000, commentEveryMs = 15_000 }: Dependencies) {
  let polls = 0;
  let seen: ReadonlyMap<string, Seen> = new Map();

  const look = (listeners: readonly Listener<Watching>[]) => {
    polls += 1;
    const watched = new Set(listeners.flatMap(({ state }) => state.symbols));
    seen = new Map(
      markets.ticks([...watched]).map((tick) => [tick.symbol, seenNow(seen.get(tick.symbol), tick, polls)]),
    );
    for (const { state, send } of listeners) {
      const { sentAt } = state;
      const changes = state.symbols.flatMap((symbol) => changesOf(seen.get(symbol), sentAt));
      state.sentAt = polls;
      if (changes.length > 0 || sentAt === undefined) send('prices', changes);
    }
  };

  const streams = openEventStreams<Watching>({
    name: 'prices',
    authenticate,
    maxPerMember,
    maxUnreadBytes,
    commentEveryMs,
    look,
    restMs: () => lookEveryMs,
  });

  return {
    /** Opens a stream of server-sent events for the member. The stream ends with the token's session. */
    open: (memberId: string, token: string, symbols: string): Readable =>
      streams.open(memberId, token, { symbols: symbolsIn(symbols) }),
    close: () => streams.close(),
  };
}

const changesOf = (coin: Seen | undefined, sentAt = 0): PriceTick[] =>
  coin && coin.changedAt > sentAt ? [coin.tick] : [];

/** Returns each symbol once, up to the maximum. */
const symbolsIn = (text: string) => [...new Set(text.toUpperCase().split(','))].slice(0, maxWatchedCoins);

function seenNow(before: Seen | undefined, tick: PriceTick, poll: number): Seen {
  return before && isSame(before.tick, tick) ? before : { tick, changedAt: poll };
}

/** Returns true if only the time has changed. */
const isSame = (one: PriceTick, other: PriceTick) =>
  one.price_exact === other.price_exact && one.change === other.change && one.paused === other.paused;
