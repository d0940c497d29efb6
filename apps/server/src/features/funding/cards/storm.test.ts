import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { randomFrom } from '../../../../test/reliability/random.ts';
import { startSecondNode, type SecondNode } from '../../../../test/second-node.ts';
import type { Occurred } from '../../../../test/stripe-double/account.ts';
import {
  answerBank,
  dispute,
  endDispute,
  expireSession,
  payOn,
  payOut,
} from '../../../../test/stripe-double/happenings.ts';
import type { StripeObject } from '../../../../test/stripe-double/objects.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { collectReceivables } from '../../receivables/index.ts';

let office: CardOffice;
let second: SecondNode;
beforeAll(async () => {
  office = await openCardOffice();
  second = await startSecondNode(office.florin, { cards: office.cards });
});
afterAll(async () => {
  await second.close();
  await office.close();
});

const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const rounds = Number(process.env['FLORIN_RUNS'] ?? 150);

const all = (kind: string, where: (one: StripeObject) => boolean = () => true) =>
  [...office.stripe.account.objects.values()].filter((one) => one.object === kind && where(one));

/** The amounts that a member's cards paid and did not get back, according to Stripe. */
function keptAtStripe(reference: (one: StripeObject) => string | undefined, own: ReadonlySet<string>): number {
  const ofMember = (one: StripeObject) => own.has(reference(one) ?? '');
  return all('charge', ofMember).reduce((sum, charge) => {
    const moved = office.stripe.account.transactions
      .filter(({ source, type }) => type !== 'payout' && belongsTo(charge, String(source)))
      .reduce((total, { amount }) => total + Number(amount), 0);
    return sum + moved;
  }, 0);
}

function belongsTo(charge: StripeObject, source: string): boolean {
  const moved = office.stripe.account.objects.get(source);
  return source === charge.id || moved?.['charge'] === charge.id;
}

test(`a storm of card payments, refunds, disputes and events leaves each member the amount at Stripe, seed ${seed}`, async () => {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Item>(list: readonly Item[]): Item | undefined => list[below(list.length)];
  const { account } = office.stripe;
  const members: TestMember[] = [];
  for (let i = 0; i < 3; i += 1) members.push(await office.florin.signUp());
  const delivered: Occurred[] = [];

  const steps: Record<string, () => Promise<unknown> | void> = {
    start: async () => {
      const [member, amount] = [one(members), `${20 + below(80)}.00`];
      if (member) await office.startDeposit(member, amount, one(['USD', 'EUR'] as const));
    },
    pay: () => {
      const session = one(
        all('checkout.session', ({ status, payment_intent }) => status === 'open' && !payment_intent),
      );
      if (session) payOn(account, session.id, one(['ok', 'declined', 'asks'] as const) ?? 'ok');
    },
    answer: () => {
      const intent = one(all('payment_intent', ({ status }) => status === 'requires_action'));
      if (intent) answerBank(account, intent.id, random() < 0.7);
    },
    expire: () => {
      const session = one(all('checkout.session', ({ status }) => status === 'open'));
      if (session && random() < 0.3) expireSession(account, session.id);
    },
    refund: () => {
      const charge = one(all('charge', ({ disputed, refunded_all }) => disputed !== true && !refunded_all));
      const left = charge ? Number(charge['amount']) - Number(charge['amount_refunded']) : 0;
      if (charge && left > 0) account.refund(String(charge['payment_intent']), 1 + below(left));
    },
    failRefund: () => {
      const refund = one(all('refund', ({ status }) => status !== 'failed'));
      if (refund && random() < 0.5) account.failRefund(refund.id);
    },
    dispute: () => {
      const charge = one(all('charge', ({ disputed, amount_refunded }) => disputed !== true && amount_refunded === 0));
      if (charge) dispute(account, String(charge['payment_intent']));
    },
    endDispute: () => {
      const open = one(all('dispute', ({ status }) => status === 'needs_response'));
      if (open) endDispute(account, open.id, random() < 0.5 ? 'won' : 'lost');
    },
    payOut: () => {
      if (random() < 0.3 && (account.balances().get('usd') ?? 0) > 0) payOut(account, 'usd');
    },
    deliver: async () => {
      const event = account.events.splice(below(account.events.length), 1)[0] ?? one(delivered);
      if (!event) return;
      delivered.push(event);
      await Promise.all([office.deliver(event), office.deliver(event, second.app)]);
    },
    lose: () => void account.events.splice(below(account.events.length), 1),
    loseAnswer: () => office.stripe.loseAnswers(one([/POST/, /GET/]) ?? /GET/, 1),
    jobs: () => office.runJobs(),
  };
  const names = [...Object.keys(steps), 'start', 'start', 'pay', 'pay', 'pay', 'deliver', 'deliver'];
  for (let round = 0; round < rounds; round += 1) {
    const several = Array.from({ length: 1 + below(3) }, async () => steps[one(names) ?? 'jobs']?.());
    await Promise.allSettled(several);
  }
  office.stripe.calm();
  for (const intent of all('payment_intent', ({ status }) => status === 'requires_action'))
    answerBank(account, intent.id, true);
  for (const open of all('dispute', ({ status }) => status === 'needs_response')) endDispute(account, open.id, 'won');
  for (let i = 0; i < 3; i += 1) await office.runJobs().catch(() => undefined);
  await office.runJobs();
  await collectReceivables(office.florin.app.dependencies); // of disputes that came before the money of a won one
  await office.expectCleanBooks();

  const { rows } = await office.florin.database.ownerPool.query<{
    id: string;
    user_id: string;
    asset: string;
    state: string;
  }>('select id, user_id, asset, state from charges');
  const reference = ({ metadata }: StripeObject) => (metadata as { florin_reference?: string }).florin_reference;
  for (const { user, client } of members)
    for (const currency of ['USD', 'EUR'] as const) {
      const own = new Set(rows.filter((row) => row.user_id === user.id && row.asset === currency).map(({ id }) => id));
      const wallets = await client.call(endpoints.listWallets);
      const balance = wallets.find((wallet) => wallet.currency === currency)?.balance_exact ?? '0.00';
      expect([seed, currency, Math.round(Number(balance) * 100)]).toEqual([
        seed,
        currency,
        keptAtStripe(reference, own),
      ]);
    }
  const paid = new Set(all('charge').map(reference));
  const ended = rows.filter(({ id }) => paid.has(id)).map(({ state }) => state);
  expect(new Set([...ended, 'posted', 'refunded'])).toEqual(new Set(['posted', 'refunded']));
});
