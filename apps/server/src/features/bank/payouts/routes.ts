import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../../platform/http/route.ts';
import { recordAct, recordLook } from '../../audit/index.ts';
import type { SignedIn } from '../../identity/index.ts';
import { finishChange } from './account-changes.ts';
import { paymentsOf } from './batch-payments.ts';
import { batchView, readBatch } from './batch-store.ts';
import { approveBatch, batchFile, markBatchSent, refuseBatch } from './decide-batch.ts';
import { makeBatch } from './make-batch.ts';
import { readPayoutDesk } from './read-payout-desk.ts';
import { settleByHand } from './settle-by-hand.ts';
import { settlePayouts } from './settle-payouts.ts';
import type { WritingDependencies } from './write-batch.ts';

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

export const payoutRoutes = (dependencies: WritingDependencies) => {
  const { pool } = dependencies;
  const answer = async (id: string, { id: reader }: SignedIn) => ({ batch: await batchView(pool, id, reader) });
  return [
    route(endpoints.getPayoutDesk, async ({ member, ip }) => {
      await recordLook(pool, { operator: member, ip, did: 'Viewed payouts' });
      return readPayoutDesk(dependencies, member.id);
    }),
    route(endpoints.makeBatch, async ({ member, body, ip }) =>
      answer(await makeBatch(dependencies, { operator: member, ip }, body), member),
    ),
    route(endpoints.listBatchPayments, async ({ member, params, ip }) => {
      const { id, number } = await readBatch(pool, params.id);
      await recordLook(pool, { operator: member, ip, did: 'Viewed payments', on: `Batch ${number}` });
      return { payments: await paymentsOf(pool, id) };
    }),
    route(endpoints.approveBatch, async ({ member, params, ip }) => {
      await approveBatch(dependencies, { operator: member, ip }, params.id);
      return answer(params.id, member);
    }),
    route(endpoints.refuseBatch, async ({ member, params, body, ip }) => {
      await refuseBatch(pool, { operator: member, ip }, params.id, body.reason);
      return answer(params.id, member);
    }),
    route(endpoints.markBatchSent, async ({ member, params, ip }) => {
      await markBatchSent(pool, { operator: member, ip }, params.id);
      return answer(params.id, member);
    }),
    route(endpoints.settleBatch, async ({ member, params, body, ip }) => {
      await settleByHand(dependencies, { operator: member, ip }, { batch: params.id, line: body.line });
      await settlePayouts(dependencies);
      return answer(params.id, member);
    }),
    route(endpoints.finishAccountChange, async ({ member, params, ip }) => {
      await finishChange(pool, { operator: member, ip }, params.id);
      return undefined;
    }),
    stream(endpoints.getBatchFile, async ({ member, params, ip }) => {
      const { name, content } = await batchFile(dependencies, params.id);
      await recordAct(pool, { operator: member, ip, did: 'Downloaded payment file', on: name });
      return { stream: Readable.from([content]), filename: name };
    }),
  ];
};
