import { checkFile, writeNachaReturns, type NachaReturns, type ReturnedPayout } from '@florin/bank-files';
import { endpoints } from '@florin/contract';
import { camt053 } from './camt053.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

/** The file's header data about itself. */
const head = {
  created: '2026-12-01T08:00',
  modifier: 'A',
  destination: { routing: '021000021', name: 'Florin Bank' },
  origin: { id: '121042882', name: 'Other Bank' },
  company: { name: 'FLORIN', id: '1234567890', description: 'PAYOUT' },
  entryClass: 'PPD',
  effectiveDate: '2026-12-01',
  originatingRouting: '021000021',
  number: 1,
} as const;

/** The file with which a bank in the United States returns payouts and asks for corrections. */
export const nachaReturns = (parts: Pick<NachaReturns, 'returns' | 'changes'>): string =>
  [...writeNachaReturns({ ...head, ...parts })].join('');

/** The payouts in a NACHA file, as a bank returns them. */
export function payoutsIn(file: Uint8Array): Omit<ReturnedPayout, 'reason'>[] {
  const lines = checkFile('batch.ach', [file])[0]?.statements.flatMap((statement) => statement.lines) ?? [];
  return lines.map(({ amount, counterparty, counterparty_account, end_to_end_id, bank_reference }) => ({
    id: end_to_end_id ?? '',
    amount,
    name: counterparty ?? '',
    account: { routing: '121042882', accountNumber: counterparty_account ?? '', type: 'checking' },
    trace: bank_reference ?? '',
  }));
}

/** Pays a member of the sandbox by NACHA, and the bank then asks for another account number. Returns the correction. */
export async function correctedAccount(florin: TestApp, olu: TestMember, amara: TestMember): Promise<{ id: string }> {
  const { client } = await florin.signUpWith('50.00');
  const body = {
    currency: 'USD',
    routing_number: '121042882',
    account_number: '12345',
    account_type: 'checking',
  } as const;
  const account = await client.call(endpoints.addBankAccount, { body });
  const { id } = await client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: account.id } });
  const { batch } = await olu.client.call(endpoints.makeBatch, {
    body: { account: 'sandbox-usd', scheme: 'nacha', payouts: [id] },
  });
  await amara.client.call(endpoints.approveBatch, { params: { id: batch.id } });
  const { rawPayload } = await florin.app.http.inject({
    method: 'GET',
    url: `/api/operations/payouts/batches/${batch.id}/file`,
    headers: { authorization: `Bearer ${olu.token}` },
  });
  const [payout] = payoutsIn(rawPayload);
  if (!payout) throw new Error('the file has no payout');
  const file = nachaReturns({ returns: [], changes: [{ ...payout, code: 'C01', corrected: '987654321' }] });
  await uploadFile(florin, olu, endpoints.uploadBankFile, { name: 'changes.ach', bytes: Buffer.from(file) });
  return { id: (await olu.client.call(endpoints.getPayoutDesk)).changes[0]?.id ?? '' };
}

/**
 * Imports a debit of the sandbox's euro account without references. Returns its line, whose amount fits the last batch.
 */
export async function suggestedLine(florin: TestApp, olu: TestMember, amount: string): Promise<{ line: string }> {
  const debit = { amount, day: '2026-11-20', id: 'DEBIT', text: 'Collective order' };
  const statement = camt053([{ iban: 'DE75512108001245126199', currency: 'EUR', lines: [debit] }]);
  await uploadFile(florin, olu, endpoints.uploadBankFile, { name: 's.xml', bytes: Buffer.from(statement) });
  const { batches } = await olu.client.call(endpoints.getPayoutDesk);
  return { line: batches[0]?.suggested_line?.id ?? '' };
}
