import { exactPrice } from './exact-price.ts';
import { isAgreed, isNear } from './jump-bound.ts';
import type { CoinPrice } from './price-feed.ts';
import type { SourcePrice } from './price-source.ts';
import { referenceDay, type ReferenceCoin } from './reference-sheet.ts';

/** So many answers in a row have to agree on a price that is far from the last accepted one. */
const answersToBelieve = 3;
/** Two clocks may differ by this; a price from further in the future is none. */
const clockSkewMs = 60_000;

/** What is known of one coin. */
export type CoinRecord = {
  readonly coin: ReferenceCoin;
  /** The last accepted price. */
  readonly price: CoinPrice;
  /** The source's own time of the newest answer. One that repeats it is not another answer. */
  readonly heardOf: number;
  /** A price that is far off, and in how many answers in a row it was there. */
  readonly doubt: { readonly usdPerCoin: string; readonly answers: number } | undefined;
};

export type Heard =
  | { readonly outcome: 'accepted' | 'old' | 'jump' | 'doubted' | 'confirmed'; readonly record: CoinRecord }
  | { readonly outcome: 'nonsense'; readonly problem: string };

/** Before anything was heard: the sheet's price, of the sheet's day, which is too old to trade on. */
export function recordOfSheet(coin: ReferenceCoin): CoinRecord {
  const price: CoinPrice = {
    symbol: coin.symbol,
    name: coin.name,
    usdPerCoin: coin.usdPerCoin,
    changePercent24h: 0,
    marketCapUsd: Math.round(Number(coin.usdPerCoin) * Number(coin.supply)),
    volumeUsd24h: undefined,
    supply: Number(coin.supply),
    at: referenceDay,
    kind: 'reference',
    source: 'Florin reference sheet',
    doubted: false,
  };
  return { coin, price, heardOf: Number.NEGATIVE_INFINITY, doubt: undefined };
}

/** What is known after a source has said something (docs/decisions/0013-validate-live-prices.md). */
export function hear(record: CoinRecord, said: SourcePrice, source: string, receivedAt: Date): Heard {
  const heardOf = said.at?.getTime() ?? Number.NaN;
  if (Number.isNaN(heardOf)) return { outcome: 'nonsense', problem: 'its time cannot be read' };
  if (heardOf > receivedAt.getTime() + clockSkewMs)
    return { outcome: 'nonsense', problem: 'its time is in the future' };
  const usdPerCoin = exactPrice(said.price);
  if (typeof usdPerCoin !== 'string') return { outcome: 'nonsense', problem: `its price is ${usdPerCoin.problem}` };
  if (heardOf <= record.heardOf) return { outcome: 'old', record };

  const at = new Date(Math.min(heardOf, receivedAt.getTime()));
  const isPegged = record.coin.beta === 0;
  const accepted = (): CoinRecord => ({
    coin: record.coin,
    price: livePrice(record.coin, said, { usdPerCoin, at, source }),
    heardOf,
    doubt: undefined,
  });
  if (isNear(record.price, { usdPerCoin, at }, isPegged)) return { outcome: 'accepted', record: accepted() };

  const agrees = record.doubt !== undefined && isAgreed(record.doubt.usdPerCoin, usdPerCoin, isPegged);
  const doubt =
    agrees && record.doubt ? { ...record.doubt, answers: record.doubt.answers + 1 } : { usdPerCoin, answers: 1 };
  if (doubt.answers >= answersToBelieve) return { outcome: 'confirmed', record: accepted() };
  const doubted = { ...record, price: { ...record.price, doubted: true }, heardOf, doubt };
  return { outcome: doubt.answers === 1 ? 'jump' : 'doubted', record: doubted };
}

type Believed = Pick<CoinPrice, 'usdPerCoin' | 'at' | 'source'>;

function livePrice(coin: ReferenceCoin, said: SourcePrice, believed: Believed): CoinPrice {
  const supply = aboveZero(said.supply);
  const price = Number(believed.usdPerCoin);
  return {
    symbol: coin.symbol,
    name: coin.name,
    ...believed,
    changePercent24h: plausibleChange(said.changePercent24h),
    marketCapUsd: wholeDollars(said.marketCapUsd) ?? Math.round(price * (supply ?? Number(coin.supply))),
    volumeUsd24h: wholeDollars(said.volumeUsd24h),
    supply,
    kind: 'live',
    doubted: false,
  };
}

/** To 2 decimals; 0 where the source does not say or says what cannot be. */
function plausibleChange(percent: number | undefined): number {
  if (percent === undefined || percent <= -100 || percent > 1_000_000) return 0;
  return Math.round(percent * 100) / 100 + 0; // + 0 turns -0 into 0
}

/** Sources write 0 for what they do not know. */
const aboveZero = (figure: number | undefined) => (figure !== undefined && figure > 0 ? figure : undefined);

function wholeDollars(figure: number | undefined): number | undefined {
  const whole = Math.round(aboveZero(figure) ?? 0);
  return whole > 0 && Number.isSafeInteger(whole) ? whole : undefined;
}
