import {
  parseAmount,
  parsePrice,
  defaultFeeRates as fees,
  priceBuy,
  priceExchange,
  priceSend,
  type Amount,
  type FiatCode,
  type MidRates,
} from '@florin/money';
import { describe, expect, test } from 'vitest';
import { simulatedExchangeRates } from '../src/providers/exchange-rates/simulated.ts';
import { momentBefore, monthName } from './calendar.ts';
import type { Character } from './cast.ts';
import type { DatedScene, Scene } from './scene.ts';
import { yearBefore } from './year.ts';

const dayMs = 86_400_000;
/** The first second of every day of a common year and a leap year. */
const openings = Array.from({ length: 731 }, (_, day) => new Date(Date.UTC(2027, 0, 1) + day * dayMs));

describe('moments before the opening', () => {
  const opened = new Date('2027-03-31T05:00:00Z');
  test('a step back by months leads to the same date, or to the last day of a shorter month', () => {
    expect(momentBefore(opened, { months: 1, days: 0, at: '09:14' }).toISOString()).toBe('2027-02-28T09:14:00.000Z');
    expect(momentBefore(opened, { months: 12, days: 1, at: '21:05' }).toISOString()).toBe('2026-03-30T21:05:00.000Z');
    expect(momentBefore(opened, { days: 31, at: '00:00' }).toISOString()).toBe('2027-02-28T00:00:00.000Z');
    expect(monthName(opened)).toBe('March');
  });
});

describe('the past year for every opening day', () => {
  test("the year's scenes are the same, in order and in the past for every opening day", () => {
    const places = yearBefore(new Date())
      .map(({ place }) => place)
      .toSorted((a, b) => a - b);
    for (const opened of openings) {
      const year = yearBefore(opened);
      const times = year.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(opened.getTime() - (times[0] ?? 0)).toBeGreaterThan(334 * dayMs);
      expect(opened.getTime() - (times[0] ?? 0)).toBeLessThan(366 * dayMs);
      expect(times.at(-1)).toBeLessThan(opened.getTime());
      expect(year.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(places);
    }
  });

  test('every month has one salary and one rent for every opening day', () => {
    for (const opened of openings)
      for (const word of ['Salary', 'Rent']) {
        const notes = yearBefore(opened).flatMap(({ scene }) =>
          'note' in scene && scene.note?.startsWith(word) ? [scene.note] : [],
        );
        expect([notes.length, new Set(notes).size]).toEqual([12, 12]);
      }
  });

  test('no balance of a demo account becomes negative for any opening day and coin price', () => {
    const least = openings.map((opened) => ({ opened, balance: lowestBalance(yearBefore(opened)) }));
    expect(least.filter(({ balance }) => balance <= 0n)).toEqual([]);
  });

  test.each([
    ['0.83', '2.11'],
    ['0.83', '1.06'],
    ['1.60', '2.11'],
    ['1.60', '1.06'],
  ])('no balance of a demo account becomes negative at the live rates EUR %s and GBP %s', (euro, pound) => {
    const rates = { USD: parsePrice('1'), EUR: parsePrice(euro), GBP: parsePrice(pound) };
    expect(lowestBalance(yearBefore(openings[0] ?? new Date()), rates)).toBeGreaterThan(0n);
  });
});

type Move = (who: Character, { asset, units }: Amount, sign: 1n | -1n) => void;

/** Returns the lowest balance in between, without the proceeds of sales. */
function lowestBalance(year: readonly DatedScene[], rates: MidRates = simulatedExchangeRates.now().rates): bigint {
  const balances = new Map<string, bigint>();
  let least: bigint | undefined;
  const move: Move = (who, { asset, units }, sign) => {
    const name = `${who.email} ${asset}`;
    const balance = (balances.get(name) ?? 0n) + sign * units;
    balances.set(name, balance);
    if (least === undefined || balance < least) least = balance;
  };
  for (const { scene } of year) play(scene, move, rates);
  return least ?? 0n;
}

function play(scene: Scene, move: Move, rates: MidRates) {
  switch (scene.does) {
    case 'adds funds':
      return move(scene.who, read(scene), 1n);
    case 'withdraws':
      return move(scene.who, read(scene), -1n);
    case 'sends':
      move(scene.who, priceSend(read(scene), fees.send).total, -1n);
      return move(scene.to, read(scene), 1n);
    case 'pays a request':
      move(scene.who, priceSend(read(scene), fees.send).total, -1n);
      return move(scene.by, read(scene), 1n);
    case 'exchanges': {
      const price = priceExchange(read(scene), scene.into, rates, fees.exchange);
      move(scene.who, price.total, -1n);
      return move(scene.who, price.received, 1n);
    }
    case 'buys': {
      const amount = read({ amount: scene.amount, currency: 'USD' });
      return move(scene.who, priceBuy(amount, scene.symbol, parsePrice('1'), fees.buy).total, -1n);
    }
    case 'settles bank orders':
    case 'sells':
    case 'saves a contact':
    case 'requests money':
    case 'submits KYC':
  }
}

function read<Code extends FiatCode>({ amount, currency }: { amount: string; currency: Code }): Amount<Code> {
  const parsed = parseAmount(currency, amount).amount;
  if (!parsed) throw new Error(`${amount} is not a valid amount`);
  return parsed;
}
