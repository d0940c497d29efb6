import { CallRefused, endpoints, type Client, type PaymentRequest } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForMoney } from '../ask-for-money.ts';
import { refusedWith } from '../refused-with.ts';
import { shiftClock, type ShiftedClock } from '../shifted-clock.ts';
import { startSecondNode, type SecondNode } from '../second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { randomFrom, type Random } from './random.ts';

/**
 * Runs sends, withdrawals, paid requests and purchases in parallel on two nodes against the limits of day, month and
 * plan. Each limit must be used up to the cent and never exceeded. Each limit must start again at midnight and at the
 * end of the month, by the database's clock. The clock passes both moments during the test. FLORIN_LIMIT_ROUNDS=30 for
 * the long form with members of every level; FLORIN_RANDOM_SEED repeats a failure.
 */
const rounds = Number(process.env['FLORIN_LIMIT_ROUNDS'] ?? 1);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const commandsAtOnce = 16;

/**
 * The limits of each level and plan in whole dollars (rules kyc-14 and plans-1). All limits are multiples of `unit`.
 */
const levels = [
  { kycLevel: 0, plan: 'personal', day: 500, month: 2_000, purchases: 500, unit: 1 },
  { kycLevel: 1, plan: 'personal', day: 1_000, month: 5_000, purchases: 500, unit: 2 },
  { kycLevel: 2, plan: 'pro', day: 10_000, month: 100_000, purchases: 10_000, unit: 20 },
] as const;
type Level = (typeof levels)[number];

let florin: TestApp;
let other: SecondNode;
let clock: ShiftedClock;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  other = await startSecondNode(florin);
  clock = await shiftClock(...florin.ledgers.map(({ ownerPool }) => ownerPool));
});
afterAll(async () => {
  await other.close();
  await florin.close();
});

// Rules: security-27
test(
  `concurrent commands use up every limit to the cent and never exceed it (${rounds} months, seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const level = levels[round % levels.length] ?? levels[0];
      await spendTwoMonths(level, randomFrom(`${seed}/${round}`));
    }
    for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
    reportFigures('R7', { 'months at the limits': rounds });
  },
);

/** Spends in the last days of January and the first of February, each day up to its limits. */
async function spendTwoMonths(level: Level, random: Random) {
  const rider = await newRider(level);
  // The first day is not used up, so that the month's limit is reached within its last day.
  const firstDay = level.day * 0.6;
  const fullDays = Math.floor((level.month - firstDay) / level.day);
  const first = 31 - fullDays - 1;
  await clock.set(january(first, 12));
  await send(rider, firstDay);

  await clock.set(january(first + 1, 12));
  await storm(rider, random, ['out', 'buy']);
  await expectUsed(
    rider,
    { [iso(first + 1)]: level.day },
    { '2027-01': firstDay + level.day },
    { '2027-01': level.purchases },
  );

  for (let day = first + 2; day <= 31; day++) {
    await justBeforeMidnightAfter(day - 1);
    await storm(rider, random, ['out']);
    const month = Math.min(firstDay + level.day * (day - first), level.month);
    const spent = day < 31 ? level.day : level.month - firstDay - level.day * fullDays;
    // The day before was already used up when the storm began, so its use is unchanged.
    await expectUsed(
      rider,
      { [iso(day)]: spent, [iso(day - 1)]: level.day },
      { '2027-01': month },
      { '2027-01': level.purchases },
    );
  }

  await justBeforeMidnightAfter(31);
  await storm(rider, random, ['out', 'buy']);
  await expectUsed(
    rider,
    { '2027-02-01': level.day },
    { '2027-01': level.month, '2027-02': level.day },
    { '2027-01': level.purchases, '2027-02': level.purchases },
  );
}

const january = (day: number, hour: number) => new Date(Date.UTC(2027, 0, day, hour));
const iso = (day: number) => january(day, 0).toISOString().slice(0, 10);
const justBeforeMidnightAfter = (day: number) => clock.set(new Date(january(day + 1, 0).getTime() - 150));

type Rider = TestMember & {
  readonly level: Level;
  readonly nodes: readonly [Client, Client];
  readonly friend: TestMember;
  readonly bankId: string;
  readonly open: PaymentRequest[];
  /** The accepted amount in dollars. */
  readonly accepted: Record<Group, number>;
};

/** `out`: commands that count against the limits of sending. `buy`: commands that count against the plan's limit. */
type Group = 'out' | 'buy';

async function newRider(level: Level): Promise<Rider> {
  const member = await florin.signUpWith('10000.00', 'Storm Rider');
  const friend = await florin.signUp('A Friend');
  const [card] = await member.client.call(endpoints.listPaymentMethods);
  const needed = level.month * 1.1 + level.purchases * 2.1 + level.day * 1.1;
  for (let funds = 10_000; funds < needed; funds += 10_000)
    await member.client.call(endpoints.addFunds, { body: { amount: '10000.00', payment_method_id: card?.id ?? '' } });
  await florin.database.ownerPool.query(
    'update users set email_confirmed_at = now(), kyc_level = $2, plan = $3 where id = $1',
    [member.user.id, level.kycLevel, level.plan],
  );
  const bank = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const nodes = [member.client, other.clientOf(member)] as const;
  return { ...member, level, nodes, friend, bankId: bank.id, open: [], accepted: { out: 0, buy: 0 } };
}

const send = async (rider: Rider, dollars: number) => {
  const body = { recipient_email: rider.friend.user.email, amount: money(dollars) };
  await rider.client.call(endpoints.sendMoney, { body });
  rider.accepted.out += dollars;
};

const money = (dollars: number) => dollars.toFixed(2);

/** `begun`: groups with an accepted command in this storm. `over`: groups whose smallest command was then rejected. */
type Storm = { readonly begun: Set<Group>; readonly over: Set<Group> };

/** Runs commands without a pause until the awaited groups accept no more. */
async function storm(rider: Rider, random: Random, awaited: readonly Group[]) {
  const state: Storm = { begun: new Set(), over: new Set() };
  const isOver = () => awaited.every((group) => state.over.has(group));
  const rideOn = async (own: Random) => {
    while (!isOver()) await command(rider, own, state);
  };
  await Promise.all(Array.from({ length: commandsAtOnce }, () => rideOn(randomFrom(`${seed}/${String(random())}`))));
}

const sizes = [1, 1, 5, 20, 40] as const;

async function command(rider: Rider, random: Random, state: Storm) {
  const node = rider.nodes[random() < 0.5 ? 0 : 1];
  const size = sizes[Math.floor(random() * sizes.length)] ?? 1;
  const dollars = size * rider.level.unit;
  const open = kinds.filter((each) => !state.over.has(groupOf(each)));
  const kind = open[Math.floor(random() * open.length)] ?? 'send';
  const group = groupOf(kind);
  // A rejection proves that the limit is used up only if the command started after the new day or month had begun.
  const mayTell = size === 1 && state.begun.has(group);
  if (await isAccepted(commands[kind](rider, node, dollars), group)) {
    rider.accepted[group] += dollars;
    state.begun.add(group);
  } else if (mayTell) state.over.add(group);
}

const kinds = ['send', 'withdraw', 'pay', 'buy'] as const;
type Kind = (typeof kinds)[number];

const groupOf = (kind: Kind): Group => (kind === 'buy' ? 'buy' : 'out');

const commands: Record<Kind, (rider: Rider, node: Client, dollars: number) => Promise<unknown>> = {
  send: ({ friend }, node, dollars) =>
    node.call(endpoints.sendMoney, { body: { recipient_email: friend.user.email, amount: money(dollars) } }),
  withdraw: ({ bankId }, node, dollars) =>
    node.call(endpoints.withdraw, { body: { amount: money(dollars), payment_method_id: bankId } }),
  pay: async (rider, node, dollars) => {
    const amount = money(dollars);
    const at = rider.open.findIndex((each) => each.amount_exact === amount);
    const request = rider.open.splice(at, at < 0 ? 0 : 1)[0] ?? (await askForMoney(rider.friend, rider, amount));
    try {
      await node.call(endpoints.payRequest, { params: { id: request.id } });
    } catch (error) {
      rider.open.push(request); // still unpaid
      throw error;
    }
  },
  buy: (_, node, dollars) =>
    node.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: money(dollars), payment_method_id: 'usd_balance' },
    }),
};

const refusalOf = { out: 'limit_exceeded', buy: 'plan_limit_exceeded' } as const;

async function isAccepted(call: Promise<unknown>, group: Group): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    expect(error).toMatchObject(refusedWith(refusalOf[group]));
    return false;
  }
}

type Used = Readonly<Record<string, number>>;

/** Expects the allowances' use by day and month, and that it equals the accepted amounts. */
async function expectUsed(rider: Rider, days: Used, months: Used, purchases: Used) {
  const used = await usedBySlot(rider);
  expect(used.get('outflow')).toMatchObject(days);
  expect(byMonth(used.get('outflow') ?? {})).toEqual(months);
  expect(used.get('purchases-per-month')).toEqual(purchases);
  const sum = (kind: string) => Object.values(used.get(kind) ?? {}).reduce((all, one) => all + one, 0);
  expect({ out: sum('outflow'), buy: sum('purchases-per-month') }).toEqual(rider.accepted);
}

function byMonth(days: Used): Used {
  const months: Record<string, number> = {};
  for (const [day, used] of Object.entries(days)) months[day.slice(0, 7)] = (months[day.slice(0, 7)] ?? 0) + used;
  return months;
}

/** Reads the use by period. Outgoing money is counted on one unlimited allowance, by the days of its postings. */
async function usedBySlot({ user }: Rider): Promise<Map<string, Used>> {
  const { rows } = await florin.database.pool.query<{ kind: string; slot: string; cents: bigint }>(
    `select kind, slot, -posted as cents from books.accounts
     where owner = $1 and asset = 'USD-limit' and slot <> 'ever'
     union all
     select a.kind, p.recorded_on::text, -sum(p.amount)
     from books.accounts a join books.postings p on p.account_id = a.id
     where a.owner = $1 and a.asset = 'USD-limit' and a.slot = 'ever'
     group by a.kind, p.recorded_on`,
    [user.id],
  );
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, own]) => [
      kind,
      Object.fromEntries(own.map(({ slot, cents }) => [slot, Number(cents) / 100])),
    ]),
  );
}
