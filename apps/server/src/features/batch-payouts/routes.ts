import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import type { SignedIn } from '../identity/index.ts';
import { findBatch, listBatches, pageSize } from './batch-store.ts';
import { batchView, itemViews, rowView } from './batch-view.ts';
import { removeBatch, stopBatch } from './end-batch.ts';
import { resultsOf, template } from './results.ts';
import { countRows, listRows } from './row-store.ts';
import { startBatch } from './start-batch.ts';
import { uploadBatch, type Uploading } from './upload-batch.ts';

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

const rowsPerPage = 100;

export const batchPayoutRoutes = (dependencies: Uploading) => [
  ...readingRoutes(dependencies),
  route(endpoints.uploadBatchPayout, async ({ member, upload }) => uploadBatch(dependencies, member, await upload())),
  route(endpoints.startBatchPayout, ({ member, command, params: { id }, shownSendFee: shownFee }) =>
    startBatch(dependencies, member, command, { id, isRetry: false, shownFee }),
  ),
  route(endpoints.retryBatchPayout, ({ member, command, params: { id }, shownSendFee: shownFee }) =>
    startBatch(dependencies, member, command, { id, isRetry: true, shownFee }),
  ),
  route(endpoints.stopBatchPayout, ({ member, params }) => stopBatch(dependencies, member, params.id)),
  route(endpoints.removeBatchPayout, async ({ member, params }) => {
    await removeBatch(dependencies, member, params.id);
    return undefined;
  }),
];

function readingRoutes(dependencies: Uploading) {
  const { pool, policy } = dependencies;
  return [
    route(endpoints.listBatchPayouts, async ({ member, query, nextPage }) => {
      const batches = await listBatches(pool, member.id, query.cursor);
      const last = batches.at(-1);
      if (last && batches.length === pageSize) nextPage(last.id);
      return itemViews(dependencies, batches);
    }),
    route(endpoints.getBatchPayout, async ({ member, params }) =>
      batchView(dependencies, await findBatch(pool, member.id, params.id)),
    ),
    route(endpoints.listBatchRows, async ({ member, params, query, nextPage, totalCount }) => {
      const { id } = await findBatch(pool, member.id, params.id);
      const { state = 'all', limit = rowsPerPage, cursor = '0' } = query;
      const after = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
      const rows = await listRows(pool, id, { state, after, limit });
      totalCount(await countRows(pool, id, state));
      const last = rows.at(-1);
      if (last && rows.length === limit) nextPage(String(last.number));
      return rows.map((row) => rowView(policy, row));
    }),
    stream(endpoints.getBatchResults, async ({ member, params }) => {
      const batch = await findBatch(pool, member.id, params.id);
      return {
        filename: `${batch.file_name.replace(/\.csv$/i, '')}-results.csv`,
        stream: Readable.from([await resultsOf(dependencies, batch)]),
      };
    }),
    stream(endpoints.getBatchTemplate, async () => ({
      filename: 'batch-payout-template.csv',
      stream: Readable.from([template()]),
    })),
  ];
}
