import { exactPrice } from './exact-price.ts';
import { isAgreed, isNear } from './jump-bound.ts';
import type { CoinPrice } from './price-feed.ts';
import type { SourcePrice } from './price-source.ts';
import { referenceDay, type ReferenceCoin } from './reference-sheet.ts';

/** The number of consecutive answers that must agree on a price far from the last accepted one. */
const confirmingAnswers = 3;
/** The allowed difference between clocks. A price from further in the future is rejected. */
const clockSkewMs = 60_000;

/** The feed's state for one coin. */
export type CoinRecord = {
  readonly coin: ReferenceCoin;
  /** The last accepted price. */
  readonly price: CoinPrice;
  /** The source's time of the newest answer. An answer with the same time does not count as a further answer. */
  readonly heardOf: number;
  /** A price far from the accepted one, and the number of consecutive answers with it. */
  readonly doubt: { readonly usdPerCoin: string; readonly answers: number } | undefined;
};

export type HearResult =
  | { readonly outcome: 'accepted' | 'old' | 'jump' | 'doubted' | 'confirmed'; readonly record: CoinRecord }
  | { readonly outcome: 'nonsense'; readonly problem: string };

/** The state before the first answer: the reference price with its old date, which is too old to trade on. */
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

/** Returns the state after an answer (docs/decisions/0013-validate-live-prices.md). */
export function hear(record: CoinRecord, said: SourcePrice, source: string, receivedAt: Date): HearResult {
  const heardOf = said.at?.getTime() ?? Number.NaN;
  if (Number.isNaN(heardOf)) return { outcome: 'nonsense', problem: 'its time is invalid' };
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
  if (doubt.answers >= confirmingAnswers) return { outcome: 'confirmed', record: accepted() };
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

/** Rounds to 2 decimals. Returns 0 if the value is missing or impossible. */
function plausibleChange(percent: number | undefined): number {
  if (percent === undefined || percent <= -100 || percent > 1_000_000) return 0;
  return Math.round(percent * 100) / 100 + 0; // + 0 turns -0 into 0
}

/** Sources report 0 for unknown values. */
const aboveZero = (figure: number | undefined) => (figure !== undefined && figure > 0 ? figure : undefined);

function wholeDollars(figure: number | undefined): number | undefined {
  const whole = Math.round(aboveZero(figure) ?? 0);
  return whole > 0 && Number.isSafeInteger(whole) ? whole : undefined;
}
