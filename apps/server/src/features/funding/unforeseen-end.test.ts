import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeLedgers, reopenLedgers } from '../../../test/all-ledgers.ts';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { wholeScans } from '../../../test/whole-scans.ts';
import { simulatedPaymentRail } from '../../providers/payment-rail/simulated.ts';
import { notifyNews } from '../notifications/notify/notify-news.ts';
import { finishPurchase } from '../trading/index.ts';
import { finishDeposit } from './add-funds.ts';
import { refundsTo } from './refunds.ts';
import { resumeAbandonedCharges } from './resume-charges.ts';

let florin: TestApp;
/** Runs after the rail has charged a card and before its answer arrives. */
let meanwhile: () => Promise<unknown>;
const nothing = () => Promise.resolve();
const answerIsLost = () => Promise.reject(new Error('socket hang up'));
beforeEach(() => {
  meanwhile = nothing;
});
beforeAll(async () => {
  const rail = simulatedPaymentRail({ bankSeconds: 0 });
  florin = await createTestApp(
    {},
    {
      rail: {
        ...rail,
        charge: async (order) => {
          const answer = await rail.charge(order);
          await meanwhile();
          return answer;
        },
      },
    },
  );
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

async function memberWithCard() {
  const member = await florin.signUp();
  const { id } = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const add = (idempotencyKey?: string) =>
    member.client.call(
      endpoints.addFunds,
      { body: { amount: '80.00', payment_method_id: id } },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  const buy = (amount_usd: string, idempotencyKey: string) =>
    member.client.call(
      endpoints.buyCoins,
      { body: { crypto_symbol: 'BTC', amount_usd, payment_method_id: id } },
      { idempotencyKey },
    );
  return { member, add, buy };
}

const usd = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

const expireAttempt = ({ user }: TestMember) =>
  florin.database.ownerPool.query('update charges set working_until = now() where user_id = $1', [user.id]);

async function resume(member: TestMember) {
  await expireAttempt(member);
  const { dependencies } = florin.app;
  await resumeAbandonedCharges(dependencies, {
    deposit: (charge) => finishDeposit(dependencies, charge),
    buy: (charge) => finishPurchase(dependencies, charge),
  });
}

const lost = (step: string) => ({
  status: 500,
  body: { detail: `Something went wrong on our side. Your request may have gone through${step}` },
});

describe('a card charge without an answer', () => {
  test('charges a card once when a request with a lost answer is repeated under its key', async () => {
    const { member, add } = await memberWithCard();
    meanwhile = answerIsLost;
    await expect(add('key')).rejects.toMatchObject(lost('. Trying again is safe: Florin does it only once.'));
    meanwhile = nothing;
    await expireAttempt(member);
    expect(await add('key')).toMatchObject({ amount_exact: '80.00' });
    expect(await add('key')).toMatchObject({ amount_exact: '80.00' });
    await resume(member);
    expect(await usd(member)).toBe('80.00');
  });

  test('finishes a charge without a key after its answer was lost', async () => {
    const { member, add } = await memberWithCard();
    meanwhile = answerIsLost;
    await expect(add()).rejects.toMatchObject(lost('. Check before you try again.'));
    meanwhile = nothing;
    await resume(member);
    expect(await usd(member)).toBe('80.00');
  });

  test('reports a charged card when the ledger closes during the charge', async () => {
    const { member, add } = await memberWithCard();
    meanwhile = () => closeLedgers(florin);
    const charged = refusedWith('ledger_read_only', {
      detail:
        'Visa •••• 4242 was charged, but we cannot finish this right now. Do not pay again: we will finish it or refund you.',
    });
    await expect(add('key')).rejects.toMatchObject(charged);
    await reopenLedgers(florin);
    await resume(member);
    expect(await usd(member)).toBe('80.00');
  });

  test('does not charge a card while the ledger is closed, and charges it on a retry', async () => {
    const { member, add } = await memberWithCard();
    let charges = 0;
    meanwhile = async () => (charges += 1);
    await closeLedgers(florin);
    await expect(add('key')).rejects.toMatchObject(
      refusedWith('ledger_read_only', {
        detail: 'Payments are paused right now. Visa •••• 4242 was not charged. Try again later.',
      }),
    );
    await reopenLedgers(florin);
    await resume(member);
    expect([charges, await usd(member)]).toEqual([0, '0.00']);
    await add('key');
    expect([charges, await usd(member)]).toEqual([1, '80.00']);
  });
});

test("repeats the refund's reason to an attempt that outlasted the refund", async () => {
  const { member, buy } = await memberWithCard();
  meanwhile = async () => {
    meanwhile = nothing;
    await buy('490.00', 'nearly all that the plan allows');
    await resume(member);
  };
  const overTheLimit = refusedWith('plan_limit_exceeded');
  await expect(buy('20.00', 'key')).rejects.toMatchObject(overTheLimit);
  await expect(buy('20.00', 'key')).rejects.toMatchObject(overTheLimit);
  expect(await usd(member)).toBe('0.00');
});

test('notifies a member once about a refund', async () => {
  const { member, buy } = await memberWithCard();
  await florin.confirm(member);
  const sendNews = () => notifyNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example' });
  await sendNews();
  meanwhile = () => closeLedgers(florin);
  await expect(buy('20.00', 'key')).rejects.toMatchObject(refusedWith('ledger_read_only'));
  meanwhile = nothing;
  await reopenLedgers(florin);
  await buy('490.00', 'nearly all that the plan allows');
  await sendNews();
  await resume(member);
  const refund = {
    kind: 'charge_refunded',
    title: '$20.30 was refunded to Visa •••• 4242',
    body: 'This is over your plan’s purchase limit: $10.00 is left this month.',
    read: false,
    amount_exact: '20.30',
    currency: 'USD',
  };
  expect(await member.client.call(endpoints.listNotifications)).toMatchObject([refund]);
  for (const _ of ['once', 'and no more']) await sendNews();
  const subjects = (await mailsTo(florin, member.user.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === refund.title)).toHaveLength(1);
  const scans = wholeScans(florin.database.ownerPool, 'charges', (tx) => refundsTo(tx, member.user.id, 50));
  expect(await scans).toBe(0);
});
