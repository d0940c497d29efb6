import { randomUUID } from 'node:crypto';
import { future, past, type ModelDraw, type ModelEntry, type ModelPosting } from './entry.ts';
import type { EndHold, HouseMove, Nonsense, Order, Trade } from './orders.ts';
import { pick, type World } from './world.ts';

/** Turns orders into entries of this world and records them. */
export function toBatch(world: World, orders: readonly Order[]): ModelEntry[] {
  const batch: ModelEntry[] = [];
  for (const order of orders) {
    const key = randomUUID();
    const hash = BigInt.asIntN(64, BigInt(`0x${key.slice(0, 8)}`));
    batch.push({ key, hash, postings: [], draws: [], ...contentOf(world, batch, order) });
  }
  world.past.push(...batch);
  return batch;
}

function contentOf(world: World, earlier: readonly ModelEntry[], order: Order): Partial<ModelEntry> {
  switch (order.ask) {
    case 'send': {
      const fee = BigInt(order.fee);
      const feeLine = { account: world.house.fees + BigInt(order.lane), amount: fee };
      const moved = move(pick(world.usd, order.from), pick(world.usd, order.to), BigInt(order.amount), fee);
      return { postings: fee > 0n ? [...moved, feeLine] : moved };
    }
    case 'limited send':
      return {
        postings: move(pick(world.usd, order.from), pick(world.usd, order.to), BigInt(order.amount)),
        draws: [draw(world, order)],
      };
    case 'give back':
      return { draws: [draw(world, { ...order, amount: -order.amount })] };
    case 'trade':
      return trade(world, order);
    case 'reserve':
      return {
        reserves: {
          account: pick(world.usd, order.from),
          amount: BigInt(order.amount),
          expires: order.expired === 0 ? past : future,
        },
        draws: order.limit === null ? [] : [draw(world, { ...order, slot: 0, limit: order.limit })],
      };
    case 'end hold':
      return endHold(world, order);
    case 'house move':
      return houseMove(world, order);
    case 'repeat': {
      const known = [...world.past.slice(-20), ...earlier];
      const first = known[known.length - 1 - (order.which % Math.max(known.length, 1))];
      return first ? { ...first, hash: order.altered ? first.hash + 1n : first.hash } : {};
    }
    case 'nonsense':
      return nonsense(world, order);
  }
}

const move = (from: bigint, to: bigint, value: bigint, fee = 0n): ModelPosting[] => [
  { account: from, amount: -value - fee },
  { account: to, amount: value },
];

const draw = (world: World, order: { from: number; slot: number; amount: number; limit: number }): ModelDraw => ({
  owner: pick(world.owners, order.from),
  slot: `day ${order.slot}`,
  amount: BigInt(order.amount),
  limit: BigInt(order.limit),
});

function trade({ usd, btc, house, quotes }: World, order: Trade): Partial<ModelEntry> {
  const value = BigInt(order.amount);
  return {
    postings: [
      { account: pick(usd, order.from), amount: -value - 1n },
      { account: house.cash, amount: value },
      { account: house.fees, amount: 1n },
      { account: house.inventory, amount: -value * 7n },
      { account: pick(btc, order.from), amount: value * 7n },
    ],
    ...(order.quote === null
      ? {}
      : { quote: { id: pick(quotes, order.quote), expires: order.expired === 0 ? past : future } }),
  };
}

/** Ends one of the last holds: posts all of it, a part or too much, or releases it. */
function endHold({ model, usd }: World, order: EndHold): Partial<ModelEntry> {
  const holds = [...model.holds];
  const [id, hold] = holds[holds.length - 1 - (order.hold % Math.max(holds.length, 1))] ?? [1n, undefined];
  if (!hold || order.to === null) return { endsHold: id };
  const value = order.amount % 3 === 0 ? BigInt(order.amount) : hold.amount;
  return { endsHold: id, postings: move(hold.account, pick(usd, order.to), value) };
}

function houseMove({ house, keys, quotes }: World, order: HouseMove): Partial<ModelEntry> {
  const lane = BigInt(order.lane);
  return {
    key: pick(keys, order.key),
    hash: BigInt(order.quote ?? 7),
    postings: move(house.cash + lane, house.fees + lane, 1n),
    ...(order.quote === null ? {} : { quote: { id: pick(quotes, order.quote), expires: future } }),
  };
}

const nowhere = 10n ** 17n;

function nonsense({ usd, house }: World, { what, from }: Nonsense): Partial<ModelEntry> {
  const account = pick(usd, from);
  switch (what) {
    case 'unbalanced':
      return { postings: move(account, house.inventory, 5n) };
    case 'unknown':
      return { postings: move(account, nowhere, 5n) };
    case 'two unknown':
      return { postings: move(nowhere + 2n, nowhere, 5n) };
    case 'zero':
      return { postings: [{ account, amount: 0n }] };
    case 'unknown reserve':
      return { reserves: { account: nowhere + 1n, amount: 5n, expires: future } };
    case 'no such hold':
      return { endsHold: 1n };
    case 'net zero':
      return { postings: move(account, account, 500n) };
  }
}
