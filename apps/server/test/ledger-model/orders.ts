import fc from 'fast-check';

/** Random orders to a world: numbers that pick its users, keys, quotes and holds. */

const user = fc.nat(4);
const amount = fc.integer({ min: 1, max: 60 });

const send = fc.record({
  ask: fc.constant('send' as const),
  from: user,
  to: user,
  amount,
  fee: fc.nat(2),
  lane: fc.nat(3),
});

const limitedSend = fc.record({
  ask: fc.constant('limited send' as const),
  from: user,
  to: user,
  amount,
  slot: fc.nat(1),
  limit: fc.constantFrom(100, 100, 100, 60, 150),
});

const giveBack = fc.record({
  ask: fc.constant('give back' as const),
  from: user,
  amount,
  slot: fc.nat(1),
  limit: fc.constantFrom(100, 60, 10),
});

const trade = fc.record({
  ask: fc.constant('trade' as const),
  from: user,
  amount,
  quote: fc.option(fc.nat(5)),
  expired: fc.nat(9),
});

const reserve = fc.record({
  ask: fc.constant('reserve' as const),
  from: user,
  amount,
  expired: fc.nat(3),
  limit: fc.option(fc.constantFrom(60, 100)),
});

const endHold = fc.record({ ask: fc.constant('end hold' as const), hold: fc.nat(7), to: fc.option(user), amount });

const repeat = fc.record({ ask: fc.constant('repeat' as const), which: fc.nat(30), altered: fc.boolean() });

const nonsense = fc.record({
  ask: fc.constant('nonsense' as const),
  from: user,
  what: fc.constantFrom('unbalanced', 'unknown', 'two unknown', 'zero', 'unknown reserve', 'no such hold', 'net zero'),
});

/** Malformed orders that a server command could send. */
const serverNonsense = nonsense.filter(({ what }) =>
  ['unbalanced', 'unknown', 'two unknown', 'zero', 'net zero'].includes(what),
);

/** Touches no account with a floor. Batches that share its key or quote collide only at the unique indexes. */
export const houseMove = fc.record({
  ask: fc.constant('house move' as const),
  key: fc.nat(40),
  lane: fc.nat(3),
  quote: fc.option(fc.nat(5)),
});

type Asked<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;
export type HouseMove = Asked<typeof houseMove>;
export type EndHold = Asked<typeof endHold>;
export type Trade = Asked<typeof trade>;
export type Nonsense = Asked<typeof nonsense>;
export type Order =
  | Asked<typeof send>
  | Asked<typeof limitedSend>
  | Asked<typeof giveBack>
  | Asked<typeof reserve>
  | Asked<typeof repeat>
  | HouseMove
  | EndHold
  | Trade
  | Nonsense;

const weighted = (...choices: [weight: number, arbitrary: fc.Arbitrary<Order>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Any order that touches accounts with a floor. */
export const accountOrder = weighted(
  [10, send],
  [5, limitedSend],
  [1, giveBack],
  [4, trade],
  [3, reserve],
  [4, endHold],
  [2, repeat],
  [2, nonsense],
);

/** Orders that the server's own commands produce. */
const serverOrder = weighted([10, send], [5, limitedSend], [1, giveBack], [2, repeat], [1, serverNonsense]);

const anyOrder = weighted([15, accountOrder], [1, houseMove]);

/** Orders that a rich world mostly posts by the fast path: few of them fail. */
const easyOrder = weighted([30, send], [2, trade], [1, repeat], [1, limitedSend]);

const listOf = <Item>(item: fc.Arbitrary<Item>, maxLength: number) =>
  fc.array(item, { minLength: 1, maxLength, size: 'max' });

/** A sequence of batches. */
export const plan = listOf(fc.oneof(listOf(anyOrder, 25), listOf(easyOrder, 25)), 20);
export const serverPlan = listOf(fc.record({ lane: fc.nat(15), orders: listOf(serverOrder, 25) }), 20);

/** Exactly this many batches, posted at once. */
export const batches = <Item>(order: fc.Arbitrary<Item>, count: number) =>
  fc.array(listOf(order, 20), { minLength: count, maxLength: count, size: 'max' });
