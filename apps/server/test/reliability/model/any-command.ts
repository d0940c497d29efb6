import { transactionTypes } from '@florin/contract';
import { amountOf, fiatCodes, toDecimal, type Amount } from '@florin/money';
import fc from 'fast-check';
import * as commands from './do-commands.ts';
import * as reads from './do-reads.ts';
import type { WalletModel } from './wallet-model.ts';
import { coins, type World } from './world.ts';

type Command = fc.AsyncCommand<WalletModel, World>;

/** Number of members in a run. */
export const people = 3;

const who = fc.nat({ max: people - 1 });
const whom = fc.option(who, { nil: undefined, freq: 4 });
/** Small, large, round and odd amounts; rarely more than any member has. */
const cents = fc.oneof(
  { arbitrary: fc.bigInt(1n, 400n), weight: 3 },
  { arbitrary: fc.bigInt(400n, 120_00n), weight: 4 },
  { arbitrary: fc.bigInt(120_00n, 30_000_00n), weight: 1 },
);
const anyMoney = fc
  .tuple(fc.constantFrom('USD' as const, 'USD' as const, 'EUR' as const, 'GBP' as const), cents)
  .map(([currency, units]) => amountOf(currency, units));
const anyDollars = cents.map((units) => amountOf('USD', units));
const anyCoin = fc.constantFrom(...coins);
/**
 * Words that occur in no address. Addresses contain hexadecimal digits: a search for “café” would find
 * 1cafe204@florin.example.
 */
const words = ['tulip', 'windmill', 'crème'];
const anyNote = fc.oneof(fc.constant(''), fc.constantFrom(...words, 'tulip windmill'));
const sending = fc.record({ to: whom, amount: anyMoney, note: anyNote });
/** Picks one of the existing items when the command runs, modulo their number. */
const place = fc.nat({ max: 200 });
const filter = fc.record({
  type: fc.constantFrom('all' as const, 'all' as const, ...transactionTypes),
  crypto: fc.option(anyCoin, { nil: undefined, freq: 3 }),
});

/** Names a command, so that fast-check's shrunk failures are readable. */
const command = (title: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  run: (model, world) => {
    (model as WalletModel).done.commands += 1;
    return run(model, world);
  },
  toString: () => title,
});

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
};
const show = (amount: Amount) => `${toDecimal(amount)} ${amount.asset}`;
const others = (to: number | undefined) => (to === undefined ? 'nobody known' : to);

const addFunds = fc
  .tuple(who, anyMoney)
  .map(([n, amount]) => command(`${n} adds ${show(amount)}`, (m, w) => commands.addFunds(m, w, n, amount)));

export const anyCommand: fc.Arbitrary<Command>[] = [
  addFunds,
  addFunds, // twice as often, so that enough commands have money to work with
  fc
    .tuple(who, sending)
    .map(([n, one]) =>
      command(`${n} sends ${show(one.amount)} to ${others(one.to)}`, (m, w) => commands.send(m, w, n, one)),
    ),
  fc
    .tuple(who, anyMoney)
    .map(([n, amount]) => command(`${n} withdraws ${show(amount)}`, (m, w) => commands.withdraw(m, w, n, amount))),
  fc.tuple(who, place).map(([n, nth]) =>
    command(
      `${n} cancels line ${nth}`,
      (m, w) => commands.callBack(m, w, n, at(named(m, n), nth)),
      (m) => named(m as WalletModel, n).length > 0,
    ),
  ),
  fc
    .tuple(who, anyMoney, fc.constantFrom(...fiatCodes))
    .map(([n, amount, to]) =>
      command(`${n} exchanges ${show(amount)} to ${to}`, (m, w) => commands.exchange(m, w, n, amount, to)),
    ),
  fc
    .tuple(who, anyCoin, anyDollars)
    .map(([n, coin, amount]) =>
      command(`${n} buys ${coin} for ${show(amount)}`, (m, w) => commands.buy(m, w, n, coin, amount)),
    ),
  fc.tuple(who, anyCoin, fc.integer({ min: 1, max: 110 })).map(([n, coin, percent]) =>
    command(
      `${n} sells ${percent} % of their ${coin}`,
      (m, w) => commands.sell(m, w, n, shareOf(m, n, coin, percent)),
      (m) => shareOf(m as WalletModel, n, coin, percent).units > 0n,
    ),
  ),
  fc
    .tuple(who, sending)
    .map(([n, one]) =>
      command(`${n} asks ${others(one.to)} for ${show(one.amount)}`, (m, w) => commands.ask(m, w, n, one)),
    ),
  ...(['pay', 'decline', 'cancel'] as const).map((how) =>
    fc.tuple(who, place).map(([n, nth]) =>
      command(
        `${n}: ${how} request ${nth}`,
        (m, w) => {
          const request = at(m.requests, nth);
          return how === 'pay' ? commands.pay(m, w, n, request) : commands.endUnpaid(m, w, n, { request, how });
        },
        (m) => m.requests.length > 0,
      ),
    ),
  ),
  who.map((n) => command(`${n} reads balances`, (m, w) => reads.readBalances(m, w, n))),
  who.map((n) => command(`${n} reads coins`, (m, w) => reads.readCoins(m, w, n))),
  who.map((n) => command(`${n} reads requests`, (m, w) => reads.readRequests(m, w, n))),
  fc
    .tuple(who, filter, fc.integer({ min: 1, max: 9 }))
    .map(([n, by, limit]) =>
      command(`${n} reads ${JSON.stringify(by)} by ${limit}`, (m, w) =>
        reads.readHistory(m, w, n, { filter: by, limit }),
      ),
    ),
  fc
    .tuple(who, filter, fc.constantFrom(...words))
    .map(([n, by, word]) =>
      command(`${n} searches "${word}" in ${by.type}`, (m, w) => reads.searchHistory(m, w, n, { filter: by, word })),
    ),
];

/** Returns the member's lines whose id is known. */
const named = (model: WalletModel, index: number) => model.member(index).lines.filter(({ id }) => id !== undefined);

function shareOf(model: WalletModel, index: number, coin: string, percent: number): Amount {
  const held = model.member(index).positions.get(coin)?.coins.units ?? 0n;
  return amountOf(coin, (held * BigInt(percent)) / 100n);
}
