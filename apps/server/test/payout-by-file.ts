import { Buffer } from 'node:buffer';
import { writePain002 } from '@florin/bank-files';
import { endpoints } from '@florin/contract';
import { nachaReference } from '../src/features/bank/payouts/payout-ids.ts';
import { payoutsIn } from './corrected-account.ts';
import { operator } from './kyc.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

/** The possible statement lines about a withdrawal in a NACHA file of the sandbox. */
export type PaidByFile = {
  /** The individual id of the payout. */
  readonly payout: string;
  /** The batch's id in the file. */
  readonly batch: string;
  /** Imports a status file that rejects the payout. */
  readonly reject: () => Promise<unknown>;
};

/** Counts the bank accounts, because a number cannot be added twice. */
let accounts = 10_000;

/** Withdraws dollars to a new bank account, and pays them in a separate batch. */
export async function payByFile(
  florin: TestApp,
  { client }: Pick<TestMember, 'client'>,
  amount: string,
): Promise<PaidByFile> {
  const [olu, amara] = [await operator(florin), await operator(florin)];
  const body = {
    currency: 'USD',
    routing_number: '121042882',
    account_number: String((accounts += 1)),
    account_type: 'checking',
  } as const;
  const account = await client.call(endpoints.addBankAccount, { body });
  const { id } = await client.call(endpoints.withdraw, { body: { amount, payment_method_id: account.id } });
  const { batch } = await olu.client.call(endpoints.makeBatch, {
    body: { account: 'sandbox-usd', scheme: 'nacha', payouts: [id] },
  });
  await amara.client.call(endpoints.approveBatch, { params: { id: batch.id } });
  const url = `/api/operations/payouts/batches/${batch.id}/file`;
  const { rawPayload } = await florin.app.http.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${olu.token}` },
  });
  const [payout] = payoutsIn(rawPayload);
  const reject = () => {
    const about = {
      id: `S${batch.number}`,
      created: '2026-11-21T06:00:00Z',
      originalId: nachaReference('B', batch.id),
    };
    const transactions = [{ id: payout?.id ?? '', status: 'RJCT', reason_code: 'AC01' }];
    const payments = [{ id: about.originalId, status: null, transactions }];
    const bytes = Buffer.from([...writePain002({ ...about, group: { status: 'PART' }, payments })].join(''));
    return uploadFile(florin, olu, endpoints.uploadBankFile, { name: 'status.xml', bytes });
  };
  return { payout: payout?.id ?? '', batch: nachaReference('B', batch.id), reject };
}
