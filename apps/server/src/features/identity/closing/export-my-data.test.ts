import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';

let florin: TestApp;
let limited: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(() => Promise.all([florin.close(), limited.close()]));

const download = ({ token }: TestMember, { app }: TestApp = florin) =>
  app.http.inject({
    method: 'GET',
    url: `/api${endpoints.exportMyData.path}`,
    headers: { authorization: `Bearer ${token}` },
  });

describe('the data export', () => {
  // Rules: security-36
  test('the data export is a JSON file with all data of the member and no data of others', async () => {
    const [ines, jonas] = [
      await florin.confirm(await florin.signUpWith('100.00', 'Ines Almeida')),
      await florin.signUpWith('50.00', 'Jonas'),
    ];
    await ines.client.call(endpoints.sendMoney, {
      body: { recipient_email: jonas.user.email, amount: '5.00', note: 'lunch' },
    });
    await jonas.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '3.00', currency: 'USD', note: 'tickets' },
    });
    const answer = await download(ines);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="florin-my-data-[\d-]{10}\.json"$/);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.json()).toMatchObject({
      exported_at: expect.any(String),
      profile: { name: 'Ines Almeida', email: ines.user.email, phone: null },
      security: { two_factor_since: null },
      sessions: [{ device: 'An unknown device' }],
      devices: [{ name: 'An unknown device' }],
      contacts: [{ name: 'Jonas', email: jonas.user.email }],
      payment_methods: [{ label: 'Visa •••• 4242' }],
      requests: [{ direction: 'incoming', note: 'tickets' }],
      history: [
        { type: 'send', amount_exact: '-5.10', note: 'lunch' },
        { type: 'deposit', amount_exact: '100.00' },
      ],
      notifications: { news: [{ kind: 'request_received' }], preferences: { email: true } },
    });
    expect(answer.body).not.toContain('argon2');
    const his = (await download(jonas)).json<{ history: { type: string }[] }>();
    expect(his.history.map(({ type }) => type)).toEqual(['receive', 'deposit']);
  });

  test('the data export contains the complete history', async () => {
    const [ines, jonas] = [await florin.signUpWith('500.00'), await florin.signUp()];
    for (let round = 0; round < 15; round++)
      await Promise.all(
        Array.from({ length: 15 }, () =>
          ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '0.01' } }),
        ),
      );
    const { history } = (await download(ines)).json<{ history: { id: string }[] }>();
    expect(history).toHaveLength(226);
    expect(new Set(history.map(({ id }) => id)).size).toBe(226);
  });

  // Rules: security-36
  test('the data export contains every request and contact exactly once', async () => {
    const ines = await florin.confirm(await florin.signUp());
    const notes = Array.from({ length: 401 }, (_, i) => `request ${i}`);
    // Half of the requests have the same time, and the others differ by a microsecond. Half of all requests are
    // outgoing, and half are incoming.
    await florin.database.ownerPool.query(
      `insert into payment_requests (id, requester_id, recipient_email, amount, asset, note, ending_key, created_at)
       select gen_random_uuid(), u.id, case when n % 2 = 0 then null else $2 end, 100, 'USD', note, gen_random_uuid(),
              now() - interval '1 microsecond' * greatest(n - 200, 0)
       from unnest($3::text[]) with ordinality asked (note, n)
       join users u on u.id = case when n % 2 = 0 then $1::uuid else $4 end`,
      [ines.user.id, ines.user.email, notes, (await florin.signUp()).user.id],
    );
    await florin.database.ownerPool.query(
      `insert into contacts (id, user_id, email, name)
       select gen_random_uuid(), $1, 'contact-' || n || '@florin.example', 'Contact' from generate_series(1, 2001) n`,
      [ines.user.id],
    );
    type Kept = { requests: { note: string }[]; contacts: { email: string }[] };
    const { requests, contacts } = (await download(ines)).json<Kept>();
    expect(requests.map(({ note }) => note).toSorted()).toEqual(notes.toSorted());
    expect(contacts).toHaveLength(2_001);
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(2_001);
  });

  test('the data export contains favorite coins, quotes and the plan’s history', async () => {
    const ines = await florin.signUpWith('100.00');
    await ines.client.call(endpoints.addFavoriteCoin, { params: { symbol: 'BTC' } });
    await ines.client.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '20.00' } });
    await ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    await florin.database.ownerPool.query(
      `insert into plan_notices (user_id, month, kind, plan, price, due_until)
       values ($1, now(), 'plan_payment_failed', 'pro', 999, now())`,
      [ines.user.id],
    );
    expect((await download(ines)).json()).toMatchObject({
      favorite_coins: ['BTC'],
      quotes: [{ kind: 'buy', details: expect.any(Object) }],
      plan: {
        plan: 'pro',
        changes: [{ to: { plan: 'pro' } }],
        notices: [{ kind: 'plan_payment_failed', price_exact: '9.99' }],
      },
    });
  });

  test('the data export is limited to five a day and needs the second factor', async () => {
    const ines = await limited.signUp();
    for (let i = 0; i < 5; i++) expect((await download(ines, limited)).statusCode).toBe(200);
    expect((await download(ines, limited)).statusCode).toBe(429);
    const jonas = await florin.signUp();
    await turnOnTwoFactor(jonas);
    await florin.database.ownerPool.query(
      `update sessions set factor_at = now() - interval '10 minutes' where user_id = $1`,
      [jonas.user.id],
    );
    expect((await download(jonas)).statusCode).toBe(403);
  });
});
