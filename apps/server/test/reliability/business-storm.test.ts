import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Approval, type Client } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance, daySeconds } from '../test-clock.ts';
import { companyRoles, openCompany, openingDollars, setRules, type Company, type Pair } from './company.ts';
import { reportFigures } from './figures.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Five people and three API keys of one business send 200 payments of $2.00 in parallel over two server processes,
 * against a rule for $160.00 a day. The people and keys whose only limit is this rule send more than $160.00, so the
 * limit must be used up to the cent. One key is revoked amid the payments. Then two people approve each proposal at the
 * same moment, and some proposals expire meanwhile.
 */
const each = 25;
const dollars = 2;
const perDay = 160;
const allowed = perDay / dollars;
/** The daily cap of one of the keys, in payments. */
const capped = 10;

let books: ServerBooks;
let servers: [ServerProcess, ServerProcess];
let company: Company;
beforeAll(async () => {
  books = await createServerBooks();
  servers = [await books.start(), await books.start()];
  company = await openCompany(books, servers);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await books.close();
});

test('parallel payments of a business by people and keys take effect once and never exceed a rule', async () => {
  await setRules(books, company, [{ name: 'most', per_day: String(perDay), effect: 'refuse' }]);
  const refusing = await storm();
  expect(refusing.get('completed')).toBe(allowed);
  expect(refusing.get('pending')).toBeUndefined();
  expect(refusing.get('refused_by_rule')).toBeGreaterThan(0);

  await setRules(books, company, [{ name: 'asked', per_day: String(perDay), effect: 'approve' }]);
  const asking = await storm();
  expect(asking.get('completed')).toBe(allowed);
  expect(asking.get('refused_by_rule')).toBeUndefined();
  const proposals = await company.people.owner[1].call(endpoints.listApprovals, { query: {} });
  expect(proposals).toHaveLength(asking.get('pending') ?? 0);
  await expectMoved(2 * allowed, proposals.length);

  const approved = await decide(proposals);
  await expectMoved(2 * allowed + approved, 0);
  await expectCleanLedgers(books);
  reportFigures('R7', { 'proposals approved': approved, 'proposals expired': proposals.length - approved });
});

type Key = { readonly id: string; readonly pair: Pair };
/** How many payments ended with each status or error code. */
type Outcomes = ReadonlyMap<string, number>;

/** Sends 200 payments. Checks the refusals of roles and keys, and returns all outcomes. */
async function storm(): Promise<Outcomes> {
  const [limited, walletOnly, lost] = await makeKeys();
  const early = pays(lost.pair, each - 10);
  const sent = {
    people: companyRoles.flatMap((role) => pays(company.people[role], each)),
    limited: [...pays(limited.pair, each - 5), ...pays(limited.pair, 5, { amount: '2.01' })],
    wallet: [...pays(walletOnly.pair, each - 5), ...pays(walletOnly.pair, 5, { currency: 'EUR' })],
    early,
    late: [revokeAfter(early, lost).then(() => Promise.all(pays(lost.pair, 10)))],
  };
  const outcomes = new Map<string, Outcomes>();
  for (const [who, own] of Object.entries(sent))
    outcomes.set(who, tally((await Promise.all<string | string[]>(own)).flat()));
  const of = (who: keyof typeof sent, code: string) => outcomes.get(who)?.get(code) ?? 0;
  expect(of('people', 'role_not_allowed')).toBe(2 * each);
  expect(of('wallet', 'wallet_not_allowed')).toBe(5);
  expect(of('limited', 'key_limit_exceeded')).toBeGreaterThanOrEqual(5);
  expect(of('limited', 'completed') + of('limited', 'pending')).toBeLessThanOrEqual(capped);
  expect(outcomes.get('late')).toEqual(new Map([['not_signed_in', 10]]));
  return sumOf([...outcomes.values()]);
}

/** Makes a key with caps, a key for one wallet, and a key to revoke. */
async function makeKeys(): Promise<[Key, Key, Key]> {
  const caps = { payment: `${dollars}.00`, day: `${dollars * capped}.00` };
  const make = async (order: { caps?: typeof caps; wallet?: 'USD' }): Promise<Key> => {
    const body = { name: 'Storm', scopes: ['payments:write' as const], ...order };
    const { key, secret } = await company.people.owner[0].call(endpoints.makeKey, { body });
    return { id: key.id, pair: [servers[0].clientOf(secret), servers[1].clientOf(secret)] };
  };
  return [await make({ caps }), await make({ wallet: 'USD' }), await make({})];
}

async function revokeAfter([first]: readonly Promise<string>[], { id }: Key): Promise<void> {
  await first;
  await company.people.owner[0].call(endpoints.revokeKey, { params: { id } });
}

type Order = { readonly amount?: string; readonly currency?: 'EUR' };

/** Sends payments to the shop, by both processes in turn. */
const pays = (pair: Pair, count: number, order: Order = {}): Promise<string>[] =>
  Array.from({ length: count }, (_, i) => pay(i % 2 === 0 ? pair[0] : pair[1], order));

async function pay(client: Client, order: Order): Promise<string> {
  const body = { recipient_email: company.shop.email, amount: `${dollars}.00`, ...order };
  return codeOr(client.call(endpoints.sendMoney, { body }).then(({ status }) => status));
}

/** Returns the result, or the code of a refusal. */
async function codeOr(call: Promise<string>): Promise<string> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CallRefused) || !error.body?.code || error.status >= 500) throw error;
    return error.body.code;
  }
}

const tally = (outcomes: readonly string[]): Outcomes =>
  new Map([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, own]) => [outcome, own.length]));

const sumOf = (tallies: readonly Outcomes[]): Outcomes =>
  tally(tallies.flatMap((one) => [...one].flatMap(([outcome, count]) => Array<string>(count).fill(outcome))));

/**
 * Makes two people approve each proposal at once, half of the proposals while they expire. Returns the number of
 * approved proposals.
 */
async function decide(proposals: readonly Approval[]): Promise<number> {
  const clients = await decidersOf(proposals);
  const approveTwice = ({ id }: Approval) => clients(id).map((client) => approve(client, id));
  const middle = Math.floor(proposals.length / 2);
  const early = await Promise.all(proposals.slice(0, middle).map((one) => both(approveTwice(one))));
  expect(early).toEqual(early.map(() => ['approval_not_open', 'approved']));
  // Approves them one after the other, so that the end of the seven days falls between them.
  const late: string[][] = [];
  let expiry: Promise<unknown> | undefined;
  for (const proposal of proposals.slice(middle)) {
    late.push(await both(approveTwice(proposal)));
    expiry ??= advance(company.people.owner[1], 7 * daySeconds);
  }
  await expiry;
  await untilSettled();
  const ended = await company.people.owner[0].call(endpoints.listApprovals, { query: { state: 'ended' } });
  const states = new Map(ended.map(({ id, state }) => [id, state]));
  const lateStates = proposals.slice(middle).map(({ id }) => states.get(id));
  // An expired proposal has no approval, and an approved proposal has exactly one of the two.
  expect(lateStates).toEqual(late.map((answers) => (answers.includes('approved') ? 'approved' : 'expired')));
  expect(late.every(([first]) => first === 'approval_not_open')).toBe(true);
  return [...states.values()].filter((state) => state === 'approved').length;
}

/** Returns the clients of two people who may decide about a proposal, one at each process. */
async function decidersOf(proposals: readonly Approval[]): Promise<(id: string) => Client[]> {
  const { owner, admin, approver } = company.people;
  const found = new Map(proposals.map(({ id }) => [id, [] as Client[]]));
  for (const pair of [owner, admin, approver])
    for (const { id, can_decide: canDecide } of await pair[0].call(endpoints.listApprovals, { query: {} })) {
      const clients = found.get(id);
      if (canDecide && clients && clients.length < 2) clients.push(pair[clients.length === 0 ? 0 : 1]);
    }
  return (id) => found.get(id) ?? [];
}

const both = async (calls: readonly Promise<string>[]): Promise<string[]> => (await Promise.all(calls)).toSorted();

const approve = (client: Client, id: string): Promise<string> =>
  codeOr(
    client
      .call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } })
      .then(({ state }) => state),
  );

/**
 * Waits until a process has ended the due proposals, also in the ledger. A payment that the ledger refused never ends.
 */
async function untilSettled(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { rowCount } = await books.main.ownerPool.query(
      'select from approvals a where a.settled_at is null and exists (select from books.entries e where e.key = a.id)',
    );
    if (rowCount === 0) return;
    await sleep(100);
  }
  throw new Error('a proposal was not settled within 30 seconds');
}

/**
 * Expects that the shop got this many payments, and that the business paid them and reserves the money of waiting
 * payments.
 */
async function expectMoved(payments: number, waiting: number): Promise<void> {
  const { balances: shop } = await servers[1].clientOf(company.shop.token).call(endpoints.me);
  expect(shop.usd_exact).toBe((payments * dollars).toFixed(2));
  const { balances } = await company.people.payer[0].call(endpoints.me);
  const withFee = dollars * 1.02;
  expect(balances.usd_exact).toBe((openingDollars - (payments + waiting) * withFee).toFixed(2));
}
