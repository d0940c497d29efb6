import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Client, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Kills the real server with kill -9 during deposits, withdrawals, exchanges, purchases, sales, payments of requests
 * and claims, while its jobs settle bank orders. The test repeats unanswered commands with their keys and expects each
 * to happen once.
 * 2 kills by default; FLORIN_KILLS=100 for the long form.
 */
const kills = Number(process.env['FLORIN_KILLS'] ?? 2);
const people = 8;

type Member = Person & { readonly cardId: string; readonly bankId: string };
type Command = { readonly kind: Kind; readonly run: (server: ServerProcess) => Promise<unknown> };
type Kind = 'card' | 'bank' | 'withdraw' | 'exchange' | 'buy' | 'sell' | 'request' | 'claim';
type Tally = Map<Kind, number>;

let books: ServerBooks;
beforeAll(async () => {
  books = await createServerBooks();
});
afterAll(() => books.close());

test(`every command happens once despite ${kills} server kills`, { timeout: 3_600_000 }, async () => {
  let server = await books.start({ FLORIN_EMAIL_CONFIRMATION: 'on' });
  const crowd: Member[] = [];
  for (let i = 0; i < people; i++) crowd.push(await newMember(server));
  const done: Tally = new Map();
  const unanswered: Command[] = [];

  for (let kill = 1; kill <= kills; kill++) {
    const working = crowd.flatMap((member) => [1, 2].map(() => workUntilCut(server, member, crowd, done, unanswered)));
    await sleep(randomInt(200, 900));
    await server.kill();
    await Promise.all(working);
    server = await books.start({ FLORIN_EMAIL_CONFIRMATION: 'on' });
    await forgetClaims();
    for (const command of unanswered.splice(0)) await resolve(server, command, done);
  }
  await untilNothingWaits(server, crowd);
  await expectEachOnce(server, crowd, done);
  await server.stop();
  await expectCleanLedgers(books);
  reportFigures('R1', { 'kills during all commands': kills, ...Object.fromEntries(done) });
});

/** Makes the next process continue the charges of the dead process immediately, not after their time limit. */
const forgetClaims = () =>
  books.main.ownerPool.query(`update charges set working_until = now() where state in ('started', 'charged')`);

async function newMember(server: ServerProcess): Promise<Member> {
  const person = await newPerson(server.clientOf(null), server.clientOf, '20000.00');
  await books.main.ownerPool.query(
    `update users set plan = 'business', kyc_level = 2, email_confirmed_at = now() where email = $1`,
    [person.email],
  );
  const client = server.clientOf(person.token);
  const [card] = await client.call(endpoints.listPaymentMethods);
  const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const body = { crypto_symbol: 'BTC', amount_usd: '2000.00', payment_method_id: 'usd_balance' };
  await client.call(endpoints.buyCoins, { body });
  return { ...person, cardId: card?.id ?? '', bankId: bank.id };
}

/**
 * Runs command after command until the server is gone. A command that was cut off while it was prepared does not count.
 */
async function workUntilCut(
  server: ServerProcess,
  member: Member,
  crowd: readonly Member[],
  done: Tally,
  unanswered: Command[],
) {
  for (;;) {
    const command = await prepare(server, member, crowd).catch(unlessRefused);
    if (!command) return;
    const answer = await command.run(server).catch(unlessRefused);
    if (answer === undefined) return void unanswered.push(command);
    count(done, command);
  }
}

function unlessRefused(error: unknown): undefined {
  if (error instanceof CallRefused && error.status < 500) throw error;
}

/**
 * Repeats the command twice with its key and expects equal answers. If its quote has expired, the command must not have
 * happened.
 */
async function resolve(server: ServerProcess, command: Command, done: Tally) {
  const run = () => command.run(server).catch(expired);
  const [first, second] = [await run(), await run()];
  expect(second).toEqual(first);
  if (first !== 'quote_expired') count(done, command);
}

function expired(error: unknown): string {
  if (error instanceof CallRefused && error.body?.code === 'quote_expired') return 'quote_expired';
  throw error;
}

const count = (done: Tally, { kind }: Command) => done.set(kind, (done.get(kind) ?? 0) + 1);

const kinds: readonly Kind[] = ['card', 'bank', 'withdraw', 'exchange', 'buy', 'sell', 'request', 'claim'];

/** Prepares the command's quote, request to pay, or held send. */
async function prepare(server: ServerProcess, member: Member, crowd: readonly Member[]): Promise<Command> {
  const kind = kinds[randomInt(kinds.length)] ?? 'card';
  const client = server.clientOf(member.token);
  const key = { idempotencyKey: randomUUID() };
  const as = ({ clientOf }: ServerProcess) => clientOf(member.token);
  const funds = { amount: '1.00', payment_method_id: kind === 'card' ? member.cardId : member.bankId };
  switch (kind) {
    case 'card':
    case 'bank':
      return { kind, run: (on) => as(on).call(endpoints.addFunds, { body: funds }, key).then(idOf) };
    case 'withdraw':
      return { kind, run: (on) => as(on).call(endpoints.withdraw, { body: funds }, key).then(idOf) };
    case 'exchange': {
      const order = { from: 'USD', to: 'EUR', amount: '1.00' } as const;
      const { id } = await client.call(endpoints.createQuote, { body: { kind, ...order } });
      const body = { ...order, quote_id: id };
      return { kind, run: (on) => as(on).call(endpoints.exchangeMoney, { body }, key).then(idOf) };
    }
    case 'buy': {
      const order = { crypto_symbol: 'ETH', amount_usd: '1.00' };
      const { id } = await client.call(endpoints.createQuote, { body: { kind, ...order } });
      const body = { ...order, quote_id: id, payment_method_id: member.cardId };
      return {
        kind,
        run: (on) =>
          as(on)
            .call(endpoints.buyCoins, { body }, key)
            .then(({ transaction }) => idOf(transaction)),
      };
    }
    case 'sell': {
      const order = { crypto_symbol: 'BTC', amount_crypto: '0.00001000' };
      const { id } = await client.call(endpoints.createQuote, { body: { kind, ...order } });
      const body = { ...order, quote_id: id };
      return {
        kind,
        run: (on) =>
          as(on)
            .call(endpoints.sellCoins, { body }, key)
            .then(({ transaction }) => idOf(transaction)),
      };
    }
    case 'request': {
      const payer = crowd[randomInt(crowd.length)];
      if (!payer || payer === member) return prepare(server, member, crowd);
      const body = { recipient_email: payer.email, amount: '1.00' };
      const { id } = await client.call(endpoints.requestMoney, { body });
      const call = { params: { id } };
      return {
        kind,
        run: ({ clientOf }) =>
          clientOf(payer.token)
            .call(endpoints.payRequest, call, key)
            .then(() => id),
      };
    }
    case 'claim':
      return { kind, run: await prepareClaim(server, client) };
  }
}

const idOf = ({ id }: Transaction) => id;

/** Sends money to a new address and signs up with it. The command confirms the address and waits for the money. */
async function prepareClaim(server: ServerProcess, client: Client): Promise<Command['run']> {
  const email = `${randomUUID()}@florin.example`;
  await client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '1.00' } });
  const { token: session } = await server.clientOf(null).call(endpoints.signup, {
    body: { name: 'Newcomer', email, password: 'correct horse battery' },
  });
  const mails = await server.clientOf(null).call(endpoints.listCaughtMails, { query: { to: email } });
  const link = mails.find((mail) => mail.link?.includes('/confirm-email#'))?.link;
  const body = { token: link?.split('#')[1] ?? '' };
  return async ({ clientOf }) => {
    await clientOf(session).call(endpoints.confirmEmail, { body });
    for (let attempt = 0; attempt < 300; attempt++) {
      const { balances } = await clientOf(session).call(endpoints.me);
      if (balances.usd_exact === '1.00') return balances.usd_exact;
      await sleep(100);
    }
    throw new Error('the held send was not claimed within 30 seconds');
  };
}

const history = async (server: ServerProcess, { token }: Person): Promise<Transaction[]> => {
  const lines: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 500, ...(cursor !== null && { cursor }) };
    const page = await server.clientOf(token).page(endpoints.listTransactions, { query });
    lines.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
};

/** Waits until nothing is pending except unclaimed sends. The sandbox's bank takes a few seconds. */
async function untilNothingWaits(server: ServerProcess, crowd: readonly Member[]) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const lines = (await Promise.all(crowd.map((member) => history(server, member)))).flat();
    if (lines.every(({ type, status }) => type === 'send' || status !== 'pending')) return;
    await sleep(200);
  }
  throw new Error('a transaction is still pending after two minutes');
}

/** Expects the histories to have each kind of transaction exactly as often as commands succeeded. */
async function expectEachOnce(server: ServerProcess, crowd: readonly Member[], done: Tally) {
  const lines = (await Promise.all(crowd.map((member) => history(server, member)))).flat();
  const finished = lines.filter(({ status }) => status === 'completed');
  const ofType = (type: Transaction['type'], isIt: (line: Transaction) => boolean = () => true) =>
    finished.filter((line) => line.type === type && isIt(line)).length;
  const isDollar = ({ currency }: Transaction) => currency === 'USD';
  const isOne = ({ amount_exact }: Transaction) => amount_exact === '1.00';
  expect({
    deposits: ofType('deposit', isOne),
    withdrawals: ofType('withdrawal'),
    exchanges: ofType('exchange', isDollar),
    purchases: ofType('buy_crypto', ({ crypto }) => crypto === 'ETH'),
    sales: ofType('sell_crypto'),
    paid: ofType('receive'),
  }).toEqual({
    deposits: (done.get('card') ?? 0) + (done.get('bank') ?? 0),
    withdrawals: done.get('withdraw') ?? 0,
    exchanges: done.get('exchange') ?? 0,
    purchases: done.get('buy') ?? 0,
    sales: done.get('sell') ?? 0,
    paid: done.get('request') ?? 0,
  });
  expect(await books.countEntries('send-claimed')).toBe(done.get('claim') ?? 0);
}
