import { endpoints } from '@florin/contract';
import { csvOf, startBatch, uploadCsv } from './batch-payouts.ts';
import type { Attempt } from './business-attempts.ts';
import type { TestApp, TestMember } from './test-app.ts';

export type OwnBatches = { readonly readyId: string; readonly runningId: string; readonly stoppedId: string };

/** Uploads three batch payouts of a member. One of them runs, and one was stopped. */
export async function batchesOf(florin: TestApp, owner: TestMember): Promise<OwnBatches> {
  const upload = async (amount: string) =>
    (await uploadCsv(florin, owner, csvOf([['hana@florin.example', amount]]))).batch.id;
  const [readyId, runningId, stoppedId] = [await upload('1.00'), await upload('2.00'), await upload('3.00')];
  await startBatch(owner.client, runningId);
  await startBatch(owner.client, stoppedId);
  await owner.client.call(endpoints.stopBatchPayout, { params: { id: stoppedId } });
  return { readyId, runningId, stoppedId };
}

/** Every call that takes the id of a batch payout. */
export const batchAttempts = (own: () => OwnBatches | undefined): Record<string, Attempt> => ({
  'reading a batch payout': {
    endpoint: endpoints.getBatchPayout,
    id: () => own()?.readyId ?? '',
    call: (client, id) => client.call(endpoints.getBatchPayout, { params: { id } }),
  },
  'reading the rows of a batch payout': {
    endpoint: endpoints.listBatchRows,
    id: () => own()?.readyId ?? '',
    call: (client, id) => client.call(endpoints.listBatchRows, { params: { id }, query: {} }),
  },
  'starting a batch payout': {
    endpoint: endpoints.startBatchPayout,
    id: () => own()?.readyId ?? '',
    call: (client, id) => client.call(endpoints.startBatchPayout, { params: { id } }),
  },
  'retrying a batch payout': {
    endpoint: endpoints.retryBatchPayout,
    id: () => own()?.stoppedId ?? '',
    call: (client, id) => client.call(endpoints.retryBatchPayout, { params: { id } }),
  },
  'stopping a batch payout': {
    endpoint: endpoints.stopBatchPayout,
    id: () => own()?.runningId ?? '',
    call: (client, id) => client.call(endpoints.stopBatchPayout, { params: { id } }),
  },
  'removing a batch payout': {
    endpoint: endpoints.removeBatchPayout,
    id: () => own()?.readyId ?? '',
    call: (client, id) => client.call(endpoints.removeBatchPayout, { params: { id } }),
  },
  'downloading the results of a batch payout': {
    endpoint: endpoints.getBatchResults,
    id: () => own()?.readyId ?? '',
    call: (client, id) => client.open(endpoints.getBatchResults, { params: { id } }),
  },
});
