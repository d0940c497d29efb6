import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resumeAbandonedCharges } from '../../src/features/funding/resume-charges.ts';
import { finishDeposit, settleBankOrders } from '../../src/features/funding/index.ts';
import { finishPurchase } from '../../src/features/trading/index.ts';
import { endHeldSends } from '../../src/features/transfers/index.ts';
import { poolsOf } from '../all-ledgers.ts';
import { recordingRail } from '../recording-rail.ts';
import { createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { dieAtEveryStep } from './die-at-every-step.ts';

// Each operation is killed after each of its external steps, until it finishes. Then another process
// continues: the operation has either not begun or is finished, and a repeat with the same key completes it once.

const logger = pino({ level: 'silent' });
const longest = { timeout: 600_000 };
let florin: TestApp;
let ines: TestMember;
let bankId: string;
let cardId: string;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
  ines = await florin.signUpWith('20000.00', 'Ines');
  await florin.database.ownerPool.query('update users set kyc_level = 2, email_confirmed_at = now() where id = $1', [
    ines.user.id,
  ]);
  cardId = (await ines.client.call(endpoints.listPaymentMethods))[0]?.id ?? '';
  bankId = (await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const rail = recordingRail();

const killAtEveryStep = (prepare: Parameters<typeof dieAtEveryStep>[1]) =>
  dieAtEveryStep({ pools: poolsOf(florin), rail, takeUp }, prepare);

/** Runs the next process's recovery jobs, as after the dead process's time limits. */
async function takeUp() {
  const dependencies = { ...florin.app.dependencies, rail, logger };
  await florin.database.ownerPool.query(
    `update charges set working_until = now() where state in ('started', 'charged')`,
  );
  await resumeAbandonedCharges(dependencies, {
    deposit: (charge) => finishDeposit(dependencies, charge),
    buy: (charge) => finishPurchase(dependencies, charge),
  });
  await settleBankOrders({ ...dependencies, callBackSeconds: 0 });
  await endHeldSends(dependencies);
}

const balances = async ({ client }: TestMember = ines) => (await client.call(endpoints.me)).balances;
const cents = (exact: string) => BigInt(exact.replace('.', ''));

/**
 * Returns whether the member's dollars have changed by exactly this amount. Fails if they have changed by any other
 * amount.
 */
async function changedBy(who: TestMember, before: string, change: bigint): Promise<boolean> {
  const difference = cents((await balances(who)).usd_exact) - cents(before);
  expect([0n, change]).toContain(difference);
  return difference === change;
}

test('a card deposit happens once when its process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async (key) => {
    const before = (await balances()).usd_exact;
    return {
      act: ({ clientOf }) =>
        clientOf(ines.token).call(
          endpoints.addFunds,
          { body: { amount: '3.00', payment_method_id: cardId } },
          { idempotencyKey: key },
        ),
      happened: () => changedBy(ines, before, 300n),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test('a bank deposit happens once when its process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async (key) => {
    const before = (await balances()).usd_exact;
    return {
      act: async ({ app, clientOf }) => {
        const body = { amount: '3.00', payment_method_id: bankId };
        await clientOf(ines.token).call(endpoints.addFunds, { body }, { idempotencyKey: key });
        await settleBankOrders({ ...app.dependencies, logger, callBackSeconds: 0 });
      },
      happened: () => changedBy(ines, before, 300n),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test.each([
  ['that reaches the bank', '3.00', -300n],
  ['that the bank returns', '3.13', 0n],
])('a withdrawal %s happens once when its process is killed at any step', longest, async (_, amount, change) => {
  const steps = await killAtEveryStep(async (key) => {
    const before = (await balances()).usd_exact;
    return {
      act: async ({ app, clientOf }) => {
        const body = { amount, payment_method_id: bankId };
        await clientOf(ines.token).call(endpoints.withdraw, { body }, { idempotencyKey: key });
        await settleBankOrders({ ...app.dependencies, logger, callBackSeconds: 0 });
      },
      happened: () => changedBy(ines, before, change),
    };
  });
  expect(steps).toBeGreaterThan(4);
  expect(await openHolds()).toBe(0);
});

test('an exchange with a quote happens once when its process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async (key) => {
    const order = { from: 'USD', to: 'EUR', amount: '10.00' } as const;
    const before = await balances();
    const quote = await ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...order } });
    return {
      act: ({ clientOf }) =>
        clientOf(ines.token).call(
          endpoints.exchangeMoney,
          { body: { ...order, quote_id: quote.id } },
          { idempotencyKey: key },
        ),
      happened: async () => {
        const paid = await changedBy(ines, before.usd_exact, -1_005n);
        const got = cents((await balances()).eur_exact) - cents(before.eur_exact);
        expect(got).toBe(paid ? 917n : 0n);
        return paid;
      },
    };
  });
  expect(steps).toBeGreaterThan(2);
});

test('a held send is claimed once when the process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async (key) => {
    const email = `${key}@florin.example`;
    const before = (await balances()).usd_exact;
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '1.00' } });
    const { token, user } = await florin.client.call(endpoints.signup, {
      body: { name: 'Newcomer', email, password: 'correct horse battery' },
    });
    const newcomer = { user, token, password: '', client: florin.clientOf(token) };
    const confirmation = await tokenOfConfirmation(email);
    return {
      act: ({ clientOf }) => clientOf(token).call(endpoints.confirmEmail, { body: { token: confirmation } }),
      happened: async () => {
        expect(cents((await balances()).usd_exact) - cents(before)).toBe(-102n); // held, then paid
        return changedBy(newcomer, '0.00', 100n);
      },
    };
  });
  expect(steps).toBeGreaterThan(4);
  expect(await openHolds()).toBe(0);
});

test('a payment request is paid once when the process is killed at any step', longest, async () => {
  const jonas = await florin.confirm(await florin.signUp('Jonas'));
  const steps = await killAtEveryStep(async (key) => {
    const [before, his] = [(await balances()).usd_exact, (await balances(jonas)).usd_exact];
    const request = await jonas.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '5.00' },
    });
    return {
      act: ({ clientOf }) =>
        clientOf(ines.token).call(endpoints.payRequest, { params: { id: request.id } }, { idempotencyKey: key }),
      happened: async () => {
        const paid = await changedBy(ines, before, -510n);
        expect(await changedBy(jonas, his, 500n)).toBe(paid);
        const { state } = await jonas.client.call(endpoints.getPaymentRequest, { params: { id: request.id } });
        expect(state).toBe(paid ? 'paid' : 'open');
        return paid;
      },
    };
  });
  expect(steps).toBeGreaterThan(2);
});

async function openHolds(): Promise<number> {
  const { rows } = await florin.database.ownerPool.query<{ open: bigint }>(
    'select count(*) as open from books.holds where ended_by is null',
  );
  return Number(rows[0]?.open);
}

/** Returns the confirmation token from the caught mail. */
async function tokenOfConfirmation(email: string): Promise<string> {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
  return mails.find(({ link }) => link?.includes('/confirm-email#'))?.link?.split('#')[1] ?? '';
}
