import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { chooseCards } from './choose-providers.ts';
import { parseConfig } from './config.ts';
import { describeInstallation } from './describe-installation.ts';
import { pageSettings } from './web-pages.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_live_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc123' };

test('accepts cards with both settings of Stripe, and accepts no cards without them', () => {
  expect(parseConfig({}).stripe).toBeUndefined();
  expect(parseConfig(keys).stripe).toEqual({
    secretKey: 'sk_live_abc123',
    webhookSecret: 'whsec_abc123',
    apiBase: undefined,
  });
  expect(parseConfig({ ...keys, STRIPE_SECRET_KEY: 'rk_live_abc123' }).stripe?.secretKey).toBe('rk_live_abc123');
});

test('rejects a single setting of Stripe', () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual([
    'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: the signing secret of the webhook endpoint.',
  ]);
  expect(problemsOf({ STRIPE_WEBHOOK_SECRET: keys.STRIPE_WEBHOOK_SECRET })).toEqual([
    'STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY: the key of the account.',
  ]);
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_hunter2'],
  ['STRIPE_SECRET_KEY', 'hunter2'],
  ['STRIPE_WEBHOOK_SECRET', 'hunter2'],
])('rejects a wrong %s without repeating it', (name, value) => {
  const problems = problemsOf({ ...keys, [name]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be`))]);
  expect(problems.join()).not.toContain('hunter2');
});

test('accepts another address of Stripe on this machine only', () => {
  expect(parseConfig({ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:12111' }).stripe?.apiBase?.port).toBe('12111');
  for (const STRIPE_API_BASE of ['https://api.stripe.example', 'http://10.0.0.5:1', 'ftp://127.0.0.1', 'nonsense'])
    expect(problemsOf({ ...keys, STRIPE_API_BASE })).toEqual([expect.stringMatching(/^STRIPE_API_BASE must be/)]);
});

test('takes real cards in live mode only, and warns of a test key', () => {
  const logger = pino({ level: 'silent' });
  const warn = vi.spyOn(logger, 'warn');
  const stripe = { secretKey: 'sk_live_abc', webhookSecret: 'whsec_abc', apiBase: undefined };
  const publicUrl = 'https://wallet.example.com';
  expect(chooseCards({ mode: 'sandbox', stripe, publicUrl }, logger)).toBeUndefined();
  expect(chooseCards({ mode: 'live', stripe: undefined, publicUrl }, logger)).toBeUndefined();
  expect(chooseCards({ mode: 'live', stripe, publicUrl }, logger)).toBeDefined();
  expect(warn).not.toHaveBeenCalled();
  chooseCards({ mode: 'live', stripe: { ...stripe, secretKey: 'sk_test_abc' }, publicUrl }, logger);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('is a test key'));
});

test('tells the pages whether a live server takes cards', () => {
  const config = parseConfig(keys);
  const { stripe } = config;
  const { configuration } = describeInstallation(config, { cards: undefined });
  const cardsIn = (mode: 'live' | 'sandbox', given: typeof stripe) =>
    pageSettings({ ...config, mode, stripe: given }, { demo: false, configuration })['FLORIN_CARDS'];
  expect([cardsIn('live', stripe), cardsIn('live', undefined), cardsIn('sandbox', stripe)]).toEqual([
    'on',
    'off',
    'off',
  ]);
});
