import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cutOffCharge } from '../../../test/cut-off-charge.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { finishPurchase } from '../trading/index.ts';
import { finishDeposit } from './add-funds.ts';
import { resumeAbandonedCharges } from './resume-charges.ts';

let florin: TestApp;
let ines: TestMember;
let rail: ReturnType<typeof recordingRail>;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ines = await florin.signUp();
  rail = recordingRail();
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

function resume(signal?: AbortSignal) {
  const dependencies = { ...florin.app.dependencies, rail };
  return resumeAbandonedCharges(
    { ...dependencies, logger: pino({ level: 'silent' }) },
    {
      deposit: (charge) => finishDeposit(dependencies, charge),
      buy: (charge) => finishPurchase(dependencies, charge),
    },
    signal,
  );
}

const cutOffDeposit = (at: 'started' | 'charged') =>
  cutOffCharge(florin, ines, { endpoint: endpoints.addFunds, body: { amount: '80.00' }, key: 'deposit', at });
const cutOffPurchase = (at: 'started' | 'charged') =>
  cutOffCharge(florin, ines, {
    endpoint: endpoints.buyCoins,
    body: { crypto_symbol: 'BTC', amount_usd: '80.00' },
    key: 'buy',
    at,
  });

const usd = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const types = async () => (await ines.client.call(endpoints.listTransactions, { query: {} })).map(({ type }) => type);

describe('resuming an interrupted deposit', () => {
  test('charges and posts an interrupted deposit once, however often it resumes', async () => {
    const { abandon, state } = await cutOffDeposit('started');
    await abandon();
    await resume();
    await resume();
    expect(rail.done).toEqual(['charge 80.00 USD']);
    expect([await state(), await usd()]).toEqual(['posted', '80.00']);
  });

  test('posts an already charged deposit once without charging again', async () => {
    const { abandon, state } = await cutOffDeposit('charged');
    await abandon();
    await Promise.all([resume(), resume()]);
    expect(rail.done).toEqual([]);
    expect([await state(), await usd()]).toEqual(['posted', '80.00']);
    expect(await types()).toEqual(['deposit']);
  });

  test('leaves an interrupted deposit to the next node during shutdown', async () => {
    const { abandon, state } = await cutOffDeposit('started');
    await abandon();
    await resume(AbortSignal.abort());
    expect([rail.done, await state()]).toEqual([[], 'started']);
    await abandon(); // half a minute later
    await resume();
    expect([rail.done, await state()]).toEqual([['charge 80.00 USD'], 'posted']);
  });

  test('leaves a deposit to its first attempt while that attempt may still run', async () => {
    const { again, state } = await cutOffDeposit('charged');
    await resume();
    await expect(again()).rejects.toMatchObject(refusedWith('still_in_flight'));
    expect([await state(), await usd()]).toEqual(['charged', '0.00']);
  });

  test('finishes an interrupted deposit when its request is repeated', async () => {
    const { again, abandon, state } = await cutOffDeposit('started');
    await abandon();
    expect(await again()).toMatchObject({ amount_exact: '80.00' });
    await abandon();
    await resume();
    expect(await again()).toMatchObject({ amount_exact: '80.00' });
    expect(rail.done).toEqual([]);
    expect([await state(), await usd()]).toEqual(['posted', '80.00']);
  });

  test('does not post a deposit again if only its stored state is outdated', async () => {
    const { again, abandon, state } = await cutOffDeposit('charged');
    await abandon();
    await again();
    await florin.database.ownerPool.query(
      `update charges set state = 'charged', working_until = now() where user_id = $1`,
      [ines.user.id],
    );
    await resume();
    expect([await state(), await usd(), await types()]).toEqual(['posted', '80.00', ['deposit']]);
  });

  test.each(['resumed', 'requested again'])(
    'finishes a charge that a clock running ahead recorded when %s',
    async (how) => {
      const { again, state } = await cutOffDeposit('charged');
      await florin.database.ownerPool.query(
        `update charges set working_until = now() + interval '1 year' where user_id = $1`,
        [ines.user.id],
      );
      await (how === 'resumed' ? resume() : again());
      expect([await state(), await usd()]).toEqual(['posted', '80.00']);
    },
  );

  test('declines an interrupted deposit permanently if the rail declines it', async () => {
    const { abandon, state, card } = await cutOffDeposit('started');
    await florin.database.ownerPool.query(`update payment_methods set rail_token = 'tok_declined' where id = $1`, [
      card.id,
    ]);
    await abandon();
    await resume();
    expect([await state(), await usd()]).toEqual(['declined', '0.00']);
  });
});

describe('resuming an interrupted purchase', () => {
  test('finishes an interrupted purchase at its original price', async () => {
    const { abandon, again, state } = await cutOffPurchase('started');
    await florin.database.ownerPool.query(
      `update charges set details = details || '{"usd_per_coin": "40000.00", "coins": "200000"}' where user_id = $1`,
      [ines.user.id],
    );
    await abandon();
    await resume();
    expect(rail.done).toEqual(['charge 81.20 USD']);
    expect(await again()).toMatchObject({ crypto_amount_exact: '0.00200000' });
    expect([await state(), await usd(), await types()]).toEqual(['posted', '0.00', ['buy_crypto', 'deposit']]);
  });

  test("refunds an interrupted purchase over the plan's limit once and keeps rejecting it", async () => {
    const { abandon, again, state } = await cutOffPurchase('charged');
    await buyUpTo('450.00');
    await abandon();
    await resume();
    await resume();
    expect(rail.done).toEqual(['refund 81.20 USD']);
    expect(await state()).toBe('refunded');
    for (const _ of [1, 2]) await expect(again()).rejects.toMatchObject(refusedWith('plan_limit_exceeded'));
    expect(await types()).toEqual(['buy_crypto', 'deposit']);
  });

  test('completes a started refund even if the purchase would now succeed', async () => {
    const { abandon, again, state } = await cutOffPurchase('charged');
    await buyUpTo('450.00');
    await abandon();
    await expect(again()).rejects.toMatchObject(refusedWith('plan_limit_exceeded'));
    await florin.database.ownerPool.query(
      `update charges set state = 'charged', working_until = now(), details = details || '{"plan": "business"}'
       where state = 'refunded' and user_id = $1`,
      [ines.user.id],
    );
    await resume();
    expect(rail.done).toEqual(['refund 81.20 USD']);
    expect([await state(), await types()]).toEqual(['refunded', ['buy_crypto', 'deposit']]);
  });

  test('does not refund a purchase that another attempt posted', async () => {
    const { again, abandon, state } = await cutOffPurchase('charged');
    await abandon();
    await again();
    await florin.database.ownerPool.query(
      `update charges set state = 'charged', working_until = now(),
              details = details || '{"refused_as": "plan_limit_exceeded", "refused_because": "Over the limit."}'
       where user_id = $1`,
      [ines.user.id],
    );
    await resume();
    expect(rail.done).toEqual([]);
    expect([await state(), await types()]).toEqual(['posted', ['buy_crypto', 'deposit']]);
    expect(await again()).toMatchObject({ transaction: { type: 'buy_crypto' } });
  });

  test('does not post a purchase that another attempt refunded', async () => {
    const { abandon, state } = await cutOffPurchase('charged');
    await buyUpTo('450.00');
    await abandon();
    await resume();
    expect(await state()).toBe('refunded');
    await florin.database.ownerPool.query(
      `update charges set state = 'charged', working_until = now(),
              details = details - 'refused_as' - 'refused_because' || '{"plan": "business"}'
       where state = 'refunded' and user_id = $1`,
      [ines.user.id],
    );
    await resume();
    expect([await state(), await types()]).toEqual(['refunded', ['buy_crypto', 'deposit']]);
    expect(new Set(rail.done)).toEqual(new Set(['refund 81.20 USD'])); // the rail refunds each reference once
  });

  async function buyUpTo(amount: string) {
    const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    const body = { crypto_symbol: 'ETH', amount_usd: amount, payment_method_id: id };
    await ines.client.call(endpoints.buyCoins, { body });
  }
});
