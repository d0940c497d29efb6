import { demoLogin, endpoints } from '@florin/contract';
import { parsePrice } from '@florin/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ExchangeRates, RatesPause } from '../src/providers/exchange-rates/exchange-rates.ts';
import { movingFeed } from '../test/moving-feed.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { cast, jonas } from './cast.ts';
import { seedSandbox } from './seed-sandbox.ts';
import type { Scene } from './scene.ts';
import { story } from './story.ts';
import { yearBefore } from './year.ts';

const scenes = [...yearBefore(new Date()).map(({ scene }) => scene), ...story];
/** The first purchase of a coin also supplies the house's stock of it. */
const boughtCoins = new Set(scenes.flatMap((scene) => (scene.does === 'buys' ? [scene.symbol] : [])));
let florin: TestApp;
const said: string[] = [];
const bySelf: Scene['does'][] = ['adds funds', 'withdraws', 'exchanges', 'sends', 'pays a request', 'buys', 'sells'];
const times = (does: Scene['does']) => scenes.filter((scene) => scene.does === does).length;
/**
 * A bank deposit ends with a second entry. A withdrawal has two further entries: one when the bank gets it, and one at
 * its end.
 */
const byTheBank =
  2 * times('withdraws') + scenes.filter((scene) => scene.does === 'adds funds' && scene.from === 'bank').length;
const entries = bySelf.reduce((sum, does) => sum + times(does), byTheBank) + boughtCoins.size;
beforeAll(async () => {
  florin = await createTestApp();
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const seed = () => seedSandbox(florin.database.ownerPool, florin.app.dependencies, (line) => void said.push(line));

async function signIn({ email, password }: { email: string; password: string }) {
  const { token, user } = await florin.client.call(endpoints.login, { body: { email, password } });
  return { user, client: florin.clientOf(token) };
}

/** Counts everything that the seed may write. */
async function everything() {
  const { rows } = await florin.database.ownerPool.query(
    `select (select count(*) from users)::int as users, (select count(*) from payment_methods)::int as methods,
            (select count(*) from charges)::int as charges,
            (select count(*) from contacts)::int as contacts,
            (select count(*) from payment_requests)::int as requests,
            (select jsonb_agg(to_jsonb(c) order by user_id) from kyc_cases c) as cases,
            (select count(*) from kyc_files)::int as files,
            (select count(*) from books.entries)::int as entries,
            (select jsonb_agg(to_jsonb(a) - 'version' order by id) from books.accounts a where id > 0) as accounts`,
  );
  return rows[0] as Record<string, unknown>;
}

describe('a fresh sandbox', () => {
  test('creates the demo accounts and their history', async () => {
    expect(await seed()).toBe(true);
    expect(await everything()).toMatchObject({ users: cast.length, entries });
    expect(said).toEqual(['Creating the demo accounts']);
  });

  test('the demo account has money, coins, a card and a history', async () => {
    const { client, user } = await signIn(demoLogin);
    expect(user).toMatchObject({ name: 'Ines Almeida', verified: true, plan: 'business' });
    for (const balance of [user.balances.usd, user.balances.eur, user.balances.gbp]) expect(balance).toBeGreaterThan(0);
    expect((await client.call(endpoints.getPortfolio)).length).toBeGreaterThanOrEqual(4);
    expect((await client.call(endpoints.listPaymentMethods)).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Visa •••• 4242', 'Sandbox Bank •••• 6789']),
    );
    const types = (await client.call(endpoints.listTransactions, { query: { limit: 100 } })).map(({ type }) => type);
    expect(new Set(types)).toEqual(
      new Set(['send', 'receive', 'buy_crypto', 'sell_crypto', 'deposit', 'withdrawal', 'exchange']),
    );
  });

  test('the demo account has contacts, an incoming request and an outgoing request', async () => {
    const { client } = await signIn(demoLogin);
    const contacts = await client.call(endpoints.listContacts);
    expect(contacts.map(({ name, favorite }) => [name, favorite])).toEqual([
      ['Jonas Weber', true],
      ['Hana Sato', true],
      ['Léa Moreau', false],
      ['Tomás Rivera', false],
      ['Amara Nwosu', false],
    ]);
    const requests = await client.call(endpoints.listPaymentRequests, { query: { state: 'open' } });
    expect(requests).toMatchObject([
      { direction: 'outgoing', recipient: { name: 'Tomás Rivera' }, amount_exact: '38.50', note: 'Dinner on Saturday' },
      { direction: 'incoming', requester: { name: 'Hana Sato' }, amount_exact: '24.00', note: 'Concert ticket' },
    ]);
  });

  test('two demo accounts wait for manual review of their verification', async () => {
    const { client } = await signIn({ email: 'operator@florin.example', password: jonas.password });
    const cases = await client.call(endpoints.listKycCases);
    expect(cases.map(({ name, id_type }) => [name, id_type])).toEqual([
      ['Léa Moreau', 'national_id'],
      ['Tomás Rivera', 'passport'],
    ]);
    const { files, notes } = await client.call(endpoints.getKycCase, { params: { id: cases[0]?.id ?? '' } });
    expect([files.map(({ kind }) => kind), notes.length]).toEqual([['front', 'back', 'selfie'], 1]);
  });

  test('creates all demo accounts, two of them operators', async () => {
    for (const { kycLevel, ...character } of cast)
      expect((await signIn(character)).user).toMatchObject({
        name: character.name,
        kyc_level: kycLevel,
        email_confirmed: kycLevel > 0,
      });
    const { rows } = await florin.database.ownerPool.query(`select name from users where role = 'operator'`);
    expect(rows).toHaveLength(2);
  });
});

describe('a sandbox with real prices', () => {
  test('starts without prices, and creates the demo accounts when prices arrive', async () => {
    const market = movingFeed(Object.fromEntries([...boughtCoins].map((symbol) => [symbol, '100.00'])));
    const fresh = await createTestApp({}, { feed: market.feed });
    const lines: string[] = [];
    const run = (maxWaitMs?: number) =>
      seedSandbox(fresh.database.ownerPool, fresh.app.dependencies, (line) => void lines.push(line), maxWaitMs);
    market.pause('BTC', 'stale');
    expect(await run(0)).toBe(false);
    const { rows } = await fresh.database.ownerPool.query('select 1 from users');
    expect(rows).toEqual([]);
    const filling = run();
    market.resume();
    expect(await filling).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^No prices are available yet\./), 'Creating the demo accounts']);
    const trades = await fresh.database.ownerPool.query<{ young: boolean; all: number }>(
      `select bool_and(recorded_at > now() - interval '1 hour') as young, count(*)::int as all
       from books.entries where kind in ('buy_crypto', 'sell_crypto')`,
    );
    expect(trades.rows).toEqual([{ young: true, all: times('buys') + times('sells') }]);
    await fresh.expectCleanBooks();
    await fresh.close();
  });

  test('creates the demo accounts at the exchange rates, when these arrive', async () => {
    let pause: RatesPause | undefined = 'stale';
    const mid = { USD: parsePrice('1'), EUR: parsePrice('1.1602'), GBP: parsePrice('1.3301') };
    const origin = { source: 'test', at: new Date() };
    const rates: ExchangeRates = { now: () => ({ rates: { ...mid, origin }, pause }) };
    const fresh = await createTestApp({}, { rates });
    const lines: string[] = [];
    const run = () => seedSandbox(fresh.database.ownerPool, fresh.app.dependencies, (line) => void lines.push(line), 0);
    expect(await run()).toBe(false);
    pause = undefined;
    expect(await run()).toBe(true);
    expect(lines).toEqual([
      expect.stringMatching(/^No exchange rates are available yet\./),
      'Creating the demo accounts',
    ]);
    await fresh.expectCleanBooks();
    await fresh.close();
  });
});

describe('repeated seeding', () => {
  test('a second seeding of the sandbox changes nothing', async () => {
    const before = await everything();
    expect(await seed()).toBe(true);
    expect(await everything()).toEqual(before);
    expect(said).toHaveLength(1);
  });

  test('a seeding changes nothing after the mark of the first seeding was lost', async () => {
    const before = await everything();
    await florin.database.ownerPool.query('update installation set seeded_at = null');
    await seed();
    expect(await everything()).toEqual(before);
  });

  test('only one of two concurrent nodes seeds the sandbox', async () => {
    const fresh = await createTestApp();
    const lines: string[] = [];
    const both = await Promise.all(
      [1, 2].map(() => seedSandbox(fresh.database.ownerPool, fresh.app.dependencies, (line) => void lines.push(line))),
    );
    expect([both, lines.length]).toEqual([[true, true], 1]);
    await fresh.expectCleanBooks();
    await fresh.close();
  });

  test('a seeding that was interrupted in the past scenes leaves nothing, and the next seeding starts over', async () => {
    const fresh = await createTestApp();
    const { feed } = fresh.app.dependencies;
    let asked = 0;
    const cutOff = {
      ...fresh.app.dependencies,
      feed: {
        ...feed,
        priceOf: (...coin: Parameters<typeof feed.priceOf>) => {
          if ((asked += 1) > 20) throw new Error('the power went');
          return feed.priceOf(...coin);
        },
      },
    };
    const run = (stage: typeof cutOff) => seedSandbox(fresh.database.ownerPool, stage, () => undefined);
    const kinds = async () => {
      const { rows } = await fresh.database.ownerPool.query<{ kind: string; times: number }>(
        'select kind, count(*)::int as times from books.entries group by kind',
      );
      return rows;
    };
    await expect(run(cutOff)).rejects.toThrow('the power went');
    expect(await kinds()).toEqual([{ kind: 'house_supply', times: boughtCoins.size }]);
    await run(fresh.app.dependencies);
    expect((await kinds()).reduce((sum, { times }) => sum + times, 0)).toBe(entries);
    await fresh.expectCleanBooks();
    await fresh.close();
  });

  test('an interrupted seeding continues where it stopped', async () => {
    const whole = await everything();
    const fresh = await createTestApp();
    const { ledger } = fresh.app.dependencies;
    let posted = 0;
    const cutOff = {
      ...fresh.app.dependencies,
      ledger: {
        ...ledger,
        post: (...entry: Parameters<typeof ledger.post>) =>
          (posted += 1) > 1 ? Promise.reject(new Error('the power went')) : ledger.post(...entry),
      },
    };
    const run = (dependencies: typeof cutOff) => seedSandbox(fresh.database.ownerPool, dependencies, () => undefined);
    await expect(run(cutOff)).rejects.toThrow('the power went');
    await run(fresh.app.dependencies);
    const { rows } = await fresh.database.ownerPool.query('select count(*)::int as entries from books.entries');
    expect(rows).toEqual([{ entries: whole['entries'] }]);
    const { token } = await fresh.client.call(endpoints.login, {
      body: { email: jonas.email, password: jonas.password },
    });
    const again = (await fresh.clientOf(token).call(endpoints.me)).balances;
    expect(again).toEqual((await signIn(jonas)).user.balances);
    await fresh.expectCleanBooks();
    await fresh.close();
  });
});
