import type { CoinPrice, PastPrices, PriceFeed, SimulatedMove } from './price-feed.ts';
import { referenceSheet, type ReferenceCoin } from './reference-sheet.ts';

const daySeconds = 24 * 60 * 60;
/** The standard deviation of the whole market's daily change, in percent. */
const marketVolatilityPercent = 1.8;
/** The minimum share of a coin's volatility that is independent of the market. */
const minOwnShare = 0.3;
/** A price stays within a factor of 4 of its reference price, or within 0.1 % for a dollar-pegged coin. */
const maxLogMove = Math.log(3.95);
const maxPeggedLogMove = 0.001;
/** All moves of a coin together stay within a factor of 2. */
const maxMoved = 2;
const maxDecimals = 10;
/** The 24-hour volume as a share of the market cap: about 4 %, between 1.5 and 11 %. */
const usualTurnover = 0.04;
/** The number of samples for the highest and lowest price of a period. */
const samples = 3;
/** Simulated prices are computed for each second and never become stale. */
const maxAgeSeconds = 60;

/**
 * Simulates prices that wander around the reference sheet. A price is a pure function of seed, symbol, second and the moves
 * that members made. Nothing else is stored, so all server processes agree, past prices are available, and a restart
 * changes nothing.
 */
export function simulatedPriceFeed(options: { seed: string }): PriceFeed {
  const market = memoizeNoise(noiseOf(`${options.seed}/market`));
  let moves: ReadonlyMap<string, readonly SimulatedMove[]> = new Map();
  const movedBy = (symbol: string) => (second: number) => factorOf(moves.get(symbol) ?? [], second);
  const coins = new Map(
    referenceSheet.map((coin) => [coin.symbol, simulatedCoin(coin, options.seed, market, movedBy(coin.symbol))]),
  );
  let latest: { second: number; prices: readonly CoinPrice[] } | undefined;

  return {
    maxAgeSeconds,
    prices(at) {
      const second = secondOf(at);
      if (latest?.second !== second) {
        latest = { second, prices: Array.from(coins.values(), (coin) => coin.priceAt(second)) };
      }
      return latest.prices;
    },
    priceOf: (symbol, at) => coins.get(symbol)?.priceAt(secondOf(at)),
    past: (symbol, from, to) => coins.get(symbol)?.past(from, to),
    moves: {
      replace(all) {
        moves = Map.groupBy(all, ({ symbol }) => symbol);
        latest = undefined;
      },
    },
  };
}

/** Returns the product of all moves at a second. Each move begins with its whole percentage and fades away evenly. */
function factorOf(moves: readonly SimulatedMove[], second: number): number {
  let factor = 1;
  for (const { percent, from, until } of moves)
    if (second >= from && second < until) factor *= 1 + (percent / 100) * ((until - second) / (until - from));
  return Math.min(maxMoved, Math.max(1 / maxMoved, factor));
}

function secondOf(at: Date): number {
  const second = Math.floor(at.getTime() / 1000);
  if (Number.isNaN(second)) throw new RangeError('a price needs a valid date');
  return second;
}

type Noise = (second: number) => number;

type SimulatedCoin = {
  readonly priceAt: (second: number) => CoinPrice;
  readonly past: (from: number, to: number) => PastPrices;
};

function simulatedCoin(coin: ReferenceCoin, seed: string, market: Noise, movedBy: Noise): SimulatedCoin {
  const own = noiseOf(`${seed}/${coin.symbol}`);
  const trade = noiseOf(`${seed}/${coin.symbol}/volume`);
  const reference = Number(coin.usdPerCoin);
  const supply = BigInt(coin.supply);
  const decimals = decimalsFor(reference);
  const marketShare = coin.beta * marketVolatilityPercent;
  const ownShare = Math.max(
    minOwnShare * coin.dailyVolatilityPercent,
    Math.sqrt(Math.max(0, coin.dailyVolatilityPercent ** 2 - marketShare ** 2)),
  );
  const maxMove = coin.beta === 0 ? maxPeggedLogMove : maxLogMove;

  const unitsAt = (second: number) => {
    const logMove = (marketShare * market(second) + ownShare * own(second)) / 100;
    // tanh bends moves beyond the bounds smoothly back into them.
    const price = reference * Math.exp(maxMove * Math.tanh(logMove / maxMove));
    return Math.round(price * movedBy(second) * 10 ** decimals);
  };

  const priceAt = (second: number): CoinPrice => {
    const units = unitsAt(second);
    const change = units / unitsAt(second - daySeconds) - 1;
    const marketCapUsd = Number((BigInt(units) * supply) / 10n ** BigInt(decimals));
    return {
      symbol: coin.symbol,
      name: coin.name,
      usdPerCoin: decimalText(units, decimals),
      changePercent24h: Math.round(change * 10_000) / 100 + 0, // + 0 turns -0 into 0
      marketCapUsd,
      volumeUsd24h: Math.round(marketCapUsd * usualTurnover * Math.exp(Math.tanh(trade(second) / 4))),
      supply: Number(coin.supply),
      at: new Date(second * 1000),
      kind: 'simulated',
      source: 'Florin sandbox',
      doubted: false,
    };
  };

  /** A period usually begins where the previous one ended. */
  let last = { second: Number.NaN, price: 0 };
  const sampleAt = (second: number) => {
    if (second !== last.second) last = { second, price: unitsAt(second) / 10 ** decimals };
    return last.price;
  };
  const past = (from: number, to: number): PastPrices => {
    const prices = Array.from({ length: samples + 1 }, (_, sample) =>
      sampleAt(Math.floor(from + ((to - from) * sample) / samples)),
    );
    return { open: prices[0] ?? 0, high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1) ?? 0 };
  };
  return { priceAt, past };
}

/** Two decimals from 100 dollars on, otherwise six significant digits, with at most ten decimals. */
function decimalsFor(reference: number): number {
  return reference >= 100 ? 2 : Math.min(maxDecimals, 5 - Math.floor(Math.log10(reference)));
}

function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Octaves of value noise. Each octave has twice the period of the previous one, from 2 seconds to more than a year. */
const octaves = Array.from({ length: 25 }, (_, index) => ({ index, period: 2 ** (index + 1) }));
/** A random walk grows with the square root of time. Beyond this period it stops growing, to stay near the sheet. */
const maxSpreadSeconds = 20 * daySeconds;
/** Scales the sum of octaves so that one day's change has deviation 1. Measured over many coins and days. */
const dayScale = 0.82;

/** Returns smooth noise around 0 whose change over one day has a standard deviation of about 1. */
function noiseOf(name: string): Noise {
  const key = hashText(name);
  const layers = octaves.map(({ index, period }) => ({
    key: mix(key ^ Math.imul(index + 1, 0x9e3779b1)),
    period,
    // Without an offset of its own, every octave would have a lattice point at the epoch.
    offset: (mix(key + index) / 2 ** 32) * period,
    height: dayScale * Math.sqrt(Math.min(period, maxSpreadSeconds) / daySeconds),
  }));
  return (second) => {
    let sum = 0;
    for (const layer of layers) {
      const place = (second + layer.offset) / layer.period;
      const cell = Math.floor(place);
      const within = place - cell;
      const from = heightAt(layer.key, cell);
      const to = heightAt(layer.key, cell + 1);
      sum += layer.height * (from + (to - from) * within * within * (3 - 2 * within));
    }
    return sum;
  };
}

/** Enough for all samples of a day in minutes. A prime, so that equally spaced samples do not collide. */
const cachedSeconds = 16_381;

/** Caches the market noise, because all coins need it for the same seconds. */
function memoizeNoise(noise: Noise): Noise {
  const seconds = new Float64Array(cachedSeconds).fill(Number.NaN);
  const heights = new Float64Array(cachedSeconds);
  return (second) => {
    const place = ((second % cachedSeconds) + cachedSeconds) % cachedSeconds;
    if (seconds[place] !== second) {
      seconds[place] = second;
      heights[place] = noise(second);
    }
    return heights[place] ?? 0;
  };
}

/** The height of a lattice point, uniformly distributed between -1 and 1. */
const heightAt = (key: number, cell: number) => mix(key + Math.imul(cell, 0x85ebca6b)) / 2 ** 31 - 1;

/** The FNV-1a hash. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** MurmurHash3's finalizer: every input bit affects every output bit. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
