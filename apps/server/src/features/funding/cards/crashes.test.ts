import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poolsOf } from '../../../../test/all-ledgers.ts';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { firstKill, killStride } from '../../../../test/kill-stride.ts';
import { mortalApp } from '../../../../test/mortal-app.ts';
import { startSecondNode } from '../../../../test/second-node.ts';
import { recoverLedgers } from '../../../../test/several-ledgers.ts';
import { answerBank, payOn } from '../../../../test/stripe-double/happenings.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { simulatedPaymentRail } from '../../../providers/payment-rail/simulated.ts';

let office: CardOffice;
beforeAll(async () => {
  office = await openCardOffice();
});
afterAll(() => office.close());

const rail = simulatedPaymentRail({ bankSeconds: 0 });
/** More steps than any of these operations takes. A process cannot die after its last step. */
const maxSteps = 80;

/** Runs the work in processes that die at each step in turn, until one survives. */
async function atEachStep(prepare: () => Promise<Trial>) {
  for (let step = firstKill(); step <= maxSteps; step += killStride) {
    const { member, work, outcome } = await prepare();
    const pools = poolsOf(office.florin);
    const mortal = await mortalApp(pools, rail, office.cards);
    mortal.dieAfter(step);
    await work(mortal.clientOf(member.token), mortal.app).catch(() => undefined);
    const survived = !mortal.isDead();
    await mortal.close().catch(() => undefined);
    await recoverLedgers(pools);
    await office.runJobs();
    await outcome(step);
    await office.expectCleanBooks();
    if (survived) return step;
  }
  throw new Error('the operation has more steps than expected');
}

type Mortal = Awaited<ReturnType<typeof mortalApp>>;
type Trial = {
  readonly member: TestMember;
  readonly work: (client: ReturnType<Mortal['clientOf']>, app: Mortal['app']) => Promise<unknown>;
  readonly outcome: (step: number) => Promise<void>;
};

const paidAtStripe = (member: TestMember) =>
  [...office.stripe.account.objects.values()]
    .filter((one) => one.object === 'charge' && ownerOf(one['metadata']) === member.user.id)
    .reduce((sum, one) => sum + Number(one['amount']) - Number(one['amount_refunded']), 0);

let owners = new Map<string, string>();
const ownerOf = (metadata: unknown) =>
  owners.get((metadata as { florin_reference?: string } | undefined)?.florin_reference ?? '');
async function learnOwners() {
  const { rows } = await office.florin.database.ownerPool.query<{ id: string; user_id: string }>(
    'select id, user_id from charges',
  );
  owners = new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

const cents = async (member: TestMember) => Number((await office.balanceOf(member))?.replace('.', ''));

describe('a process that dies after any step', () => {
  test('a process that dies after a step of an event neither loses nor doubles a paid deposit', async () => {
    const steps = await atEachStep(async () => {
      const member = await office.florin.signUp();
      const payment = await office.startDeposit(member);
      payOn(office.stripe.account, office.sessionOf(payment), 'ok');
      const events = office.stripe.account.events.splice(0);
      return {
        member,
        work: async (_, app) => {
          for (const event of events) await office.deliver(event, app);
        },
        outcome: async () => expect(await cents(member)).toBe(10_000),
      };
    });
    expect(steps).toBeGreaterThan(5);
  });

  test('a process that dies after a step of a purchase by card neither loses nor doubles money', async () => {
    const steps = await atEachStep(async () => {
      const member = await office.florin.signUp();
      const { id } = await office.saveCard(member, 'ok');
      const body = { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: id };
      return {
        member,
        work: (client) => client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'mortal' }),
        outcome: async (step) => {
          await learnOwners();
          const bought = await hasBitcoin(member);
          // Either nothing happened, or the card paid and the member has the coins.
          expect([step, paidAtStripe(member)]).toEqual([step, bought ? 2_030 : 0]);
          await member.client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'mortal' });
          await learnOwners();
          expect([await hasBitcoin(member), paidAtStripe(member)]).toEqual([true, 2_030]);
        },
      };
    });
    expect(steps).toBeGreaterThan(5);
  });

  test('a process that dies after a step of an event takes a refund once', async () => {
    const steps = await atEachStep(async () => {
      const member = await office.florin.signUp();
      const intent = await office.addByCard(member, '100.00');
      office.stripe.account.refund(intent, 4_000);
      const events = office.stripe.account.events.splice(0);
      return {
        member,
        work: async (_, app) => {
          for (const event of events) await office.deliver(event, app);
        },
        outcome: async () => expect(await cents(member)).toBe(6_000),
      };
    });
    expect(steps).toBeGreaterThan(3);
  });
});

async function hasBitcoin({ user }: TestMember): Promise<boolean> {
  const { rows } = await office.florin.database.ownerPool.query(
    `select from books.accounts where owner = $1 and asset = 'BTC' and kind = 'wallet' and posted > 0`,
    [user.id],
  );
  return rows.length > 0;
}

describe('two nodes', () => {
  test('two nodes credit a deposit once when both handle its events, page and job at the same time', async () => {
    const second = await startSecondNode(office.florin, { cards: office.cards });
    const member = await office.florin.signUp();
    const payment = await office.startDeposit(member);
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    const events = office.stripe.account.events.splice(0);
    const { id } = payment;
    await Promise.all([
      ...events.map((event) => office.deliver(event)),
      ...events.map((event) => office.deliver(event, second.app)),
      office.check(member, payment),
      second.clientOf(member).call(endpoints.checkCardPayment, { params: { id } }),
      office.runJobs(),
    ]);
    expect(await cents(member)).toBe(10_000);
    await second.close();
    await office.expectCleanBooks();
  });

  test('two nodes charge a card once when both handle the same purchase at the same time', async () => {
    const second = await startSecondNode(office.florin, { cards: office.cards });
    const member = await office.florin.signUp();
    const { id } = await office.saveCard(member, 'ok');
    const body = { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: id };
    const clients = [member.client, second.clientOf(member), member.client, second.clientOf(member)];
    await Promise.allSettled(
      clients.map((client) => client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'same' })),
    );
    await learnOwners();
    expect([await hasBitcoin(member), paidAtStripe(member)]).toEqual([true, 2_030]);
    await second.close();
    await office.expectCleanBooks();
  });
});

describe('a lost answer of the card processor', () => {
  test('a lost answer of the card processor to a new payment leads to one payment', async () => {
    const member = await office.florin.signUp();
    const { id } = await office.saveCard(member, 'ok');
    office.stripe.loseAnswers(/^POST \/v1\/payment_intents$/, 3);
    const body = { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: id };
    const call = () => member.client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'lost' });
    await call().catch(() => undefined);
    await office.runJobs();
    await call();
    await learnOwners();
    expect(paidAtStripe(member)).toBe(2_030);
  });

  test('a lost answer of the card processor to a capture or a refund does not repeat the change', async () => {
    const member = await office.florin.signUp();
    const { id } = await office.saveCard(member, 'asks');
    const body = { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: id };
    await member.client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'lost' }).catch(() => undefined);
    const [intent] = [...office.stripe.account.objects.values()].filter((one) => one['status'] === 'requires_action');
    answerBank(office.stripe.account, String(intent?.id), true);
    office.stripe.loseAnswers(/capture$/, 3);
    await office.runJobs().catch(() => undefined);
    await office.runJobs();
    await learnOwners();
    expect([await hasBitcoin(member), paidAtStripe(member)]).toEqual([true, 2_030]);
    await office.expectCleanBooks();
  });

  test('the existing payment is found, and no new payment made, more than a day after a lost answer of the card processor', async () => {
    const member = await office.florin.signUp();
    const { id } = await office.saveCard(member, 'ok');
    office.stripe.loseAnswers(/^POST \/v1\/payment_intents$/, 3);
    const body = { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: id };
    await member.client.call(endpoints.buyCoins, { body }, { idempotencyKey: 'day' }).catch(() => undefined);
    await office.florin.database.ownerPool.query(
      `update charges set created_at = now() - interval '2 days' where user_id = $1`,
      [member.user.id],
    );
    await office.runJobs();
    await learnOwners();
    // The price is long past, so the reserved money is released.
    expect([await hasBitcoin(member), paidAtStripe(member)]).toEqual([false, 0]);
    const intents = [...office.stripe.account.objects.values()].filter(
      (one) => one['payment_method'] && one.object === 'payment_intent',
    );
    expect(intents.at(-1)?.['status']).toBe('canceled');
  });
});
