import { endpoints, type Transaction } from '@florin/contract';
import { amountOf, averagePrice, subtract, toDecimal, usdFor, zero, add } from '@florin/money';
import { expect } from 'vitest';
import { readCsv } from '../../read-csv.ts';
import { expectSameLines, lineView, walletsView } from './compare.ts';
import { totalGains, type Line } from './model-member.ts';
import type { WalletModel } from './wallet-model.ts';
import { personAt, type World } from './world.ts';

export async function readBalances(model: WalletModel, world: World, who: number) {
  const { client } = personAt(world, who);
  const member = model.member(who);
  const [wallets, limits] = await Promise.all([client.call(endpoints.listWallets), client.call(endpoints.getLimits)]);
  expect(
    wallets.map((one) => ({
      currency: one.currency,
      balance: one.balance_exact,
      held: one.held_exact,
      available: one.available_exact,
    })),
  ).toEqual(walletsView(member));
  expect(limits.day.left_exact).toBe(toDecimal(amountOf('USD', 1_000_00n - member.usedToday)));
  expect(limits.month.left_exact).toBe(toDecimal(amountOf('USD', 5_000_00n - member.usedToday)));
}

export async function readCoins(model: WalletModel, world: World, who: number) {
  const { client } = personAt(world, who);
  const positions = [...model.member(who).positions.values()];
  const [held, gains] = await Promise.all([client.call(endpoints.getPortfolio), client.call(endpoints.getGains)]);
  const expected = positions
    .filter(({ coins }) => coins.units > 0n)
    .map(({ coins, cost, realizedGain }) => {
      const price = model.price(coins.asset);
      const value = usdFor(coins, price);
      return {
        symbol: coins.asset,
        amount: toDecimal(coins),
        value: toDecimal(value),
        cost: toDecimal(cost),
        realized: toDecimal(realizedGain),
        unrealized: toDecimal(subtract(value, cost)),
        average: averagePrice(cost, coins, price.decimals),
      };
    });
  const seen = held.map((one) => ({
    symbol: one.symbol,
    amount: one.amount_exact,
    value: one.value_exact,
    cost: one.cost_exact,
    realized: one.realized_gain_exact,
    unrealized: one.unrealized_gain_exact,
    average: one.average_cost_exact,
  }));
  const bySymbol = (a: { symbol: string }, b: { symbol: string }) => (a.symbol < b.symbol ? -1 : 1);
  expect(seen.toSorted(bySymbol)).toEqual(expected.toSorted(bySymbol));
  expect(held.map(({ value }) => value)).toEqual(held.map(({ value }) => value).toSorted((a, b) => b - a));
  const worth = positions.map(({ coins }) => usdFor(coins, model.price(coins.asset))).reduce(add, zero('USD'));
  const { cost, gain } = totalGains(positions);
  expect([gains.value_exact, gains.cost_exact, gains.realized_gain_exact]).toEqual([worth, cost, gain].map(toDecimal));
}

export type Filter = { readonly type: Transaction['type'] | 'all'; readonly crypto: string | undefined };

const passes =
  ({ type, crypto }: Filter) =>
  (line: Line) =>
    (type === 'all' || line.type === type) &&
    (crypto === undefined || (lineView(line).crypto === crypto && line.counter.asset === crypto));

type Page = Awaited<ReturnType<World['florin']['app']['http']['inject']>>;

/** Reads the history page by page. Every page but the last must be full, without repeated or missing lines. */
export async function readHistory(
  model: WalletModel,
  world: World,
  who: number,
  { filter, limit }: { readonly filter: Filter; readonly limit: number },
) {
  const { token } = personAt(world, who);
  const expected = model.member(who).lines.filter(passes(filter));
  const read: Transaction[] = [];
  const search = new URLSearchParams({ type: filter.type, limit: String(limit) });
  if (filter.crypto !== undefined) search.set('crypto', filter.crypto);
  let url: string | undefined = `/api/transactions?${search.toString()}`;
  while (url !== undefined) {
    const answer: Page = await world.florin.app.http.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    const page = answer.json<Transaction[]>();
    read.push(...page);
    url = /^<(.+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
    expect(page.length).toBe(url === undefined ? expected.length - (read.length - page.length) : limit);
  }
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  expectSameLines(read, expected);
}

/** Exports the lines with the word in their note, and compares them with the model. */
export async function searchHistory(
  model: WalletModel,
  world: World,
  who: number,
  { filter, word }: { readonly filter: Filter; readonly word: string },
) {
  const { payload } = await world.florin.app.http.inject({
    method: 'POST',
    url: '/api/transactions/export',
    payload: { type: filter.type, search: word.toUpperCase() },
    headers: { authorization: `Bearer ${personAt(world, who).token}` },
  });
  const expected = model
    .member(who)
    .lines.filter(passes({ ...filter, crypto: undefined }))
    .filter(({ note }) => note.includes(word));
  const seen = readCsv(payload).map(({ type, amount, fee, note, status }) => ({ type, amount, fee, note, status }));
  expect(seen).toEqual(
    expected.map(lineView).map(({ type, amount, fee, note, status }) => ({ type, amount, fee, note, status })),
  );
}

export async function readRequests(model: WalletModel, world: World, who: number) {
  const listed = await personAt(world, who).client.call(endpoints.listPaymentRequests, { query: {} });
  const expected = model.requests.filter(({ by, of }) => by === who || of === who).toReversed();
  expect(listed.map(({ id, state, amount_exact }) => ({ id, state, amount: amount_exact }))).toEqual(
    expected.map(({ id, ended, amount }) => ({ id, state: ended?.state ?? 'open', amount: toDecimal(amount) })),
  );
}
