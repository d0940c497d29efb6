import { expect } from 'vitest';
import { batchOf } from './answer-parts.ts';
import { csvOf } from './batch-payouts.ts';
import type { endpointVisits } from './endpoint-visits.ts';

/** Visits every call about batch payouts. Pays nothing. */
export async function visitBatchPayouts(
  { visit, visitStream, visitUpload }: ReturnType<typeof endpointVisits>,
  { token }: { readonly token: string },
): Promise<void> {
  const upload = async (amount: string, name: string) => {
    const bytes = Buffer.from(csvOf([['lea@florin.example', amount]]));
    return { id: batchOf(await visitUpload('uploadBatchPayout', { token }, { name, bytes })) };
  };
  const params = await upload('1.00', 'march.csv');
  await visit('listBatchPayouts', { token });
  expect((await visit('getBatchPayout', { token, params })).raw).toContain('"total":1.02,"total_exact":"1.02"');
  expect((await visit('listBatchRows', { token, params })).raw).toContain('"amount":1.00,"amount_exact":"1.00"');
  await visit('startBatchPayout', { token, params });
  await visit('stopBatchPayout', { token, params });
  await visit('retryBatchPayout', { token, params });
  await visit('stopBatchPayout', { token, params });
  expect(await visitStream('getBatchResults', token, params)).toContain('not_run');
  expect(await visitStream('getBatchTemplate', token)).toContain('recipient,amount,currency,note,reference');
  await visit('removeBatchPayout', { token, params: await upload('2.00', 'april.csv') });
}
