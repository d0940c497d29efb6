import { expect, test } from 'vitest';
import {
  amountOf,
  defaultFeeRates,
  feeOn,
  fiatCodes,
  parsePrice,
  priceBuyCoins,
  priceExchange,
  priceSell,
  usdEquivalentCeil,
  type FeeKind,
  type MidRates,
} from '../src/index.ts';
import { reportFigures } from './report-figures.ts';
import { anyMarket, randomFrom, roundTrip, units } from './trips.ts';

/**
 * R14: properties of all money rules together. The rules' own properties are in src/*.test.ts (FLORIN_RUNS).
 * FLORIN_CASES sets the number of random cases, and FLORIN_RANDOM_SEED repeats a run.
 */
const cases = Number(process.env['FLORIN_CASES'] ?? 20_000);
const seed = Number(process.env['FLORIN_RANDOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const fees = defaultFeeRates;
const kinds: FeeKind[] = ['send', 'buy', 'sell', 'exchange'];

const rates: MidRates = { USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') };
const pairs = fiatCodes.flatMap((from) => fiatCodes.filter((to) => to !== from).map((to) => ({ from, to })));
const usd = (cents: bigint) => amountOf('USD', cents);
const btc = (coins: bigint) => amountOf('BTC', coins);

/** Yields every split of every number up to `largest` into two parts. */
function* cuts(largest: bigint) {
  for (let whole = 2n; whole <= largest; whole++) for (let part = 1n; part <= whole / 2n; part++) yield { part, whole };
}

test('splitting an exchange of up to 400 units never returns more or costs less', () => {
  const wrong: string[] = [];
  for (const { from, to } of pairs) {
    const priced = Array.from({ length: 401 }, (_, i) =>
      priceExchange(amountOf(from, BigInt(i)), to, rates, fees.exchange),
    );
    for (const { part, whole } of cuts(400n)) {
      const [a, b, all] = [priced[Number(part)], priced[Number(whole - part)], priced[Number(whole)]];
      if (!a || !b || !all) throw new Error('an amount has no price');
      if (a.received.units + b.received.units > all.received.units) wrong.push(`${from} to ${to}: ${part} of ${whole}`);
      if (a.total.units + b.total.units < all.total.units) wrong.push(`cost ${from} to ${to}: ${part} of ${whole}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('splitting a trade of up to 400 units never pays more or costs less', () => {
  const wrong: string[] = [];
  for (const price of ['1000000', '670000.45', '3000001', '999999.99'].map(parsePrice)) {
    const sold = Array.from({ length: 401 }, (_, i) => priceSell(btc(BigInt(i)), price, fees.sell).proceeds.units);
    const bought = Array.from({ length: 401 }, (_, i) => priceBuyCoins(btc(BigInt(i)), price, fees.buy).total.units);
    for (const { part, whole } of cuts(400n)) {
      const [a, b, all] = [Number(part), Number(whole - part), Number(whole)];
      if ((sold[a] ?? 0n) + (sold[b] ?? 0n) > (sold[all] ?? 0n)) wrong.push(`sold: ${part} of ${whole}`);
      if ((bought[a] ?? 0n) + (bought[b] ?? 0n) < (bought[all] ?? 0n)) wrong.push(`bought: ${part} of ${whole}`);
    }
    for (let i = 1; i <= 400; i++)
      if ((sold[i] ?? 0n) < (sold[i - 1] ?? 0n) || (bought[i] ?? 0n) < (bought[i - 1] ?? 0n))
        wrong.push(`less of ${i}`);
  }
  expect(wrong).toEqual([]);
});

test(
  `${cases} random cases (seed ${seed}): no split lowers a fee, no round trip gains, more never costs less`,
  { timeout: 24 * 3_600_000 },
  () => {
    const random = randomFrom(seed);
    const wrong: string[] = [];
    for (let n = 0; n < cases; n++) wrong.push(...wrongOf(n, random));
    expect(wrong).toEqual([]);
    reportFigures('R14', { 'random cases': cases, seed });
  },
);

/** Returns the properties that fail for the next random case. */
function wrongOf(n: number, random: () => number): string[] {
  const [a, b] = [units(random, 14), units(random, 14)];
  const kind = kinds[n % kinds.length] ?? 'send';
  const fee = (cents: bigint) => feeOn(fees[kind], usd(cents)).units;
  const { from } = pairs[n % pairs.length] ?? { from: 'EUR' as const };
  const counted = (cents: bigint) => usdEquivalentCeil(amountOf(from, cents)).units;
  const market = anyMarket(random);
  const checks: [string, boolean][] = [
    ['no split lowers a fee', fee(a) + fee(b) >= fee(a + b)],
    ['a larger amount never has a smaller fee', fee(a + b) >= fee(a) && fee(a + b) >= fee(b)],
    ['no split gets under a limit', counted(a) + counted(b) >= counted(a + b)],
    ['no round trip gains', roundTrip(random, usd(a), market).units <= a],
  ];
  return checks.filter(([, holds]) => !holds).map(([claim]) => `case ${n}: ${claim}: ${kind} ${from} ${a} and ${b}`);
}
