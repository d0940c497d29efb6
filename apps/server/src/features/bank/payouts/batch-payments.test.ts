import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importLine, lineIdOf, makeBatch, openLiveBank, type LiveBank } from '../../../../test/live-bank.ts';
import { paymentsOf } from './batch-payments.ts';

let bank: LiveBank;
beforeAll(async () => {
  bank = await openLiveBank();
});
afterAll(() => bank.close());

/** Starts a withdrawal over 10 euros of a member who has 50. */
async function withdrawal(name: string): Promise<string> {
  const { client } = await bank.florin.signUp(name);
  const euros = (await client.call(endpoints.getFundingInstructions)).find(({ currency }) => currency === 'EUR');
  await importLine(bank, '50.00', { payer: name, text: euros?.reference ?? '' });
  const account = { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' } as const;
  const { id } = await client.call(endpoints.addBankAccount, { body: account });
  const body = { amount: '10.00', currency: 'EUR', payment_method_id: id } as const;
  return (await client.call(endpoints.withdraw, { body })).id;
}

test('a withdrawal stays a withdrawal if its member has no email', async () => {
  const withdrawn = await withdrawal('Inês Müller');
  const line = await lineIdOf(bank, await importLine(bank, '20.00', { payer: 'Piet de Vries', text: 'no reference' }));
  await bank.olu.client.call(endpoints.returnLine, { params: { line }, body: { reason: 'He asked for it.' } });
  const { id } = await makeBatch(bank, [withdrawn, `l${line}`]);
  const changing = await bank.florin.database.ownerPool.connect();
  try {
    await changing.query('begin');
    await changing.query('alter table users alter email drop not null');
    await changing.query(`update users set email = null where name = 'Inês Müller'`);
    expect((await paymentsOf(changing, id)).map(({ kind, name, email }) => [kind, name, email])).toEqual([
      ['withdrawal', 'Inês Müller', null],
      ['return_to_payer', 'Piet de Vries', null],
    ]);
  } finally {
    await changing.query('rollback');
    changing.release();
  }
});
