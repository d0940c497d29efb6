import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signed } from '../test/card-office.ts';
import { openLiveAppOn, type LiveApp } from '../test/live-app.ts';
import { payOn } from '../test/stripe-double/happenings.ts';
import {
  doubleKey,
  doubleWebhookSecret,
  openStripeDouble,
  type StripeDouble,
} from '../test/stripe-double/stripe-double.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';

let stripe: StripeDouble;
let database: TestDatabase;
let live: LiveApp;
beforeAll(async () => {
  stripe = await openStripeDouble();
  database = await createTestDatabase();
  live = await openLiveAppOn(database.pool, {
    STRIPE_SECRET_KEY: doubleKey,
    STRIPE_WEBHOOK_SECRET: doubleWebhookSecret,
    STRIPE_API_BASE: stripe.url.href,
  });
  await database.ownerPool.query('insert into card_reading (opened_at, read_until) values (now(), now())');
});
afterAll(async () => {
  await live.close();
  await database.close();
  await stripe.close();
});

test('a live server with keys of Stripe credits a deposit by card when its event comes', async () => {
  const body = { name: 'Test Person', email: 'test.person@mail.example', password: 'sloppy correct battery 91' };
  const member = live.clientOf((await live.clientOf(null).call(endpoints.signup, { body })).token);
  const { url = '' } = await member.call(endpoints.startCardDeposit, { body: { amount: '25.00', currency: 'EUR' } });
  const session = url.split('/').at(-1) ?? '';
  expect(stripe.account.find(session)['success_url']).toMatch(/^https:\/\/florin\.example\/card-return\?payment=/);
  payOn(stripe.account, session, 'ok');
  const events = stripe.account.events.filter(({ type }) => type.startsWith('checkout.'));
  for (const { body: payload } of events) {
    const sent = { method: 'POST', url: '/stripe/events', headers: signed(payload), payload } as const;
    expect((await live.http.inject(sent)).statusCode).toBe(204);
  }
  const euros = (await member.call(endpoints.listWallets)).find(({ currency }) => currency === 'EUR');
  expect(euros?.available_exact).toBe('25.00');
});
