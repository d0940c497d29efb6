import type { Readable } from 'node:stream';
import { maxWatchedCoins, type PriceTick } from '@florin/contract';
import { openEventStreams, type Listener } from '../../platform/http/event-streams.ts';
import type { Markets } from './markets.ts';

const mostPerMember = 10;
/** Some seconds of as many coins as one may watch. */
const mostUnreadBytes = 64 * 1024;

type Dependencies = {
  readonly markets: Pick<Markets, 'ticks'>;
  /** Throws `not_signed_in` for a token whose session is over. */
  readonly authenticate: (token: string) => Promise<unknown>;
  readonly lookEveryMs?: number;
  readonly commentEveryMs?: number;
};

/** The coins that a listener watches, and the look at which it was last told of them; none before the first time. */
type Watching = { readonly symbols: readonly string[]; toldAt?: number };

/** What was last seen of a coin, and at which look it became that. */
type Seen = { readonly tick: PriceTick; readonly changedAt: number };

export type PriceStream = ReturnType<typeof openPriceStream>;

/**
 * Pushes prices to open pages: of each coin that anybody watches every two seconds, to whom it is news. The simulated
 * ones move each second, but an open page that paints them as often works twice as hard for what no eye follows.
 */
export function openPriceStream({ markets, authenticate, lookEveryMs = 2_000, commentEveryMs = 15_000 }: Dependencies) {
  let looks = 0;
  let seen: ReadonlyMap<string, Seen> = new Map();

  const look = (listeners: readonly Listener<Watching>[]) => {
    looks += 1;
    const watched = new Set(listeners.flatMap(({ state }) => state.symbols));
    seen = new Map(
      markets.ticks([...watched]).map((tick) => [tick.symbol, seenNow(seen.get(tick.symbol), tick, looks)]),
    );
    for (const { state, tell } of listeners) {
      const { toldAt } = state;
      const news = state.symbols.flatMap((symbol) => newsOf(seen.get(symbol), toldAt));
      state.toldAt = looks;
      if (news.length > 0 || toldAt === undefined) tell('prices', news);
    }
  };

  const streams = openEventStreams<Watching>({
    name: 'prices',
    authenticate,
    mostPerMember,
    mostUnreadBytes,
    commentEveryMs,
    look,
    restMs: () => lookEveryMs,
  });

  return {
    /** Server-sent events for the member, until the session of that token is over. */
    open: (memberId: string, token: string, symbols: string): Readable =>
      streams.open(memberId, token, { symbols: symbolsIn(symbols) }),
    close: () => streams.close(),
  };
}

const newsOf = (coin: Seen | undefined, toldAt = 0): PriceTick[] =>
  coin && coin.changedAt > toldAt ? [coin.tick] : [];

/** Each once, and no more than one may watch. */
const symbolsIn = (text: string) => [...new Set(text.toUpperCase().split(','))].slice(0, maxWatchedCoins);

function seenNow(before: Seen | undefined, tick: PriceTick, look: number): Seen {
  return before && isSame(before.tick, tick) ? before : { tick, changedAt: look };
}

/** A price that was only looked at again is no news. */
const isSame = (one: PriceTick, other: PriceTick) =>
  one.price_exact === other.price_exact && one.change === other.change && one.paused === other.paused;
