import { endpoints, type BatchPayout, type BatchRow, type Client, type UploadedBatchPayout } from '@florin/contract';
import { runBatches } from '../src/features/batch-payouts/run-batches.ts';
import { readCsv } from './read-csv.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

export type Payment = readonly [
  recipient: string,
  amount: string,
  currency?: string,
  reference?: string,
  note?: string,
];

/** Returns the content of a file with these payments. */
export const csvOf = (payments: readonly Payment[]): string =>
  [
    'recipient,amount,currency,reference,note',
    ...payments.map(([to, amount, currency = 'USD', reference = '', note = '']) =>
      [to, amount, currency, reference, note].join(','),
    ),
    '',
  ].join('\n');

type Uploader = Pick<TestMember, 'token'> & { readonly account?: string };

/** Uploads a file. `account` is the handle of a business. */
export async function uploadCsv(
  florin: Pick<TestApp, 'app'>,
  uploader: Uploader,
  content: string | Buffer,
  name = 'march.csv',
): Promise<UploadedBatchPayout> {
  const bytes = Buffer.from(content);
  return (await uploadFile(florin, uploader, endpoints.uploadBatchPayout, { name, bytes })) as UploadedBatchPayout;
}

/** Runs the job of started batches. */
export const runAll = ({ app }: Pick<TestApp, 'app'>): Promise<void> => runBatches(app.dependencies);

export const readBatch = (client: Client, id: string): Promise<BatchPayout> =>
  client.call(endpoints.getBatchPayout, { params: { id } });

export const readRows = (client: Client, id: string): Promise<BatchRow[]> =>
  client.call(endpoints.listBatchRows, { params: { id }, query: { limit: 500 } });

export const startBatch = (client: Client, id: string): Promise<BatchPayout> =>
  client.call(endpoints.startBatchPayout, { params: { id } });

export const retryBatch = (client: Client, id: string): Promise<BatchPayout> =>
  client.call(endpoints.retryBatchPayout, { params: { id } });

/** Downloads the results as records. */
export async function resultsOf(client: Client, id: string): Promise<Record<string, string>[]> {
  const answer = await client.open(endpoints.getBatchResults, { params: { id } });
  return readCsv(await answer.text());
}

type Keyed = { readonly idempotencyKey: string };

/** The calls about batch payouts that take an idempotency key, each with a batch of its own. */
export function keyedBatchCalls(
  own: () => { readonly florin: TestApp; readonly member: TestMember },
  newAmount: () => string,
) {
  const ready = async () => {
    const { florin, member } = own();
    const { batch } = await uploadCsv(florin, member, csvOf([['lea@florin.example', newAmount()]]));
    return { client: member.client, params: { id: batch.id } };
  };
  return {
    startBatchPayout: async () => {
      const { client, params } = await ready();
      return (key: Keyed) => client.call(endpoints.startBatchPayout, { params }, key);
    },
    retryBatchPayout: async () => {
      const { client, params } = await ready();
      await client.call(endpoints.startBatchPayout, { params });
      await client.call(endpoints.stopBatchPayout, { params });
      return (key: Keyed) => client.call(endpoints.retryBatchPayout, { params }, key);
    },
  };
}
