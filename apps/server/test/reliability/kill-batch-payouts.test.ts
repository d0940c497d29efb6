import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runBatches } from '../../src/features/batch-payouts/run-batches.ts';
import { poolsOf } from '../all-ledgers.ts';
import { csvOf, readBatch, runAll, startBatch, uploadCsv } from '../batch-payouts.ts';
import { recordingRail } from '../recording-rail.ts';
import { createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { dieAtEveryStep } from './die-at-every-step.ts';

// A row of a batch payout is killed after its external steps. The row is paid once or not at all, and the batch shows
// the result. kill-at-every-step.test.ts has the other operations. FLORIN_KILL_STRIDE=1 kills at every step.

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUpWith('2000.00', 'Ines');
  hana = await florin.signUp('Hana');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const stride = Number(process.env['FLORIN_KILL_STRIDE'] ?? 6);

const received = async () => Number((await hana.client.call(endpoints.me)).balances.usd_exact);

test('a row of a batch payout is paid once when the process is killed at any step', { timeout: 600_000 }, async () => {
  const steps = await dieAtEveryStep(
    { pools: poolsOf(florin), rail: recordingRail(), takeUp: async () => undefined, stride },
    async (round) => {
      const { batch } = await uploadCsv(florin, ines, csvOf([[hana.user.email, '1.00', 'USD', round]]));
      await startBatch(ines.client, batch.id);
      const before = await received();
      return {
        act: ({ app }) => runBatches(app.dependencies),
        happened: async () => {
          const { counts, state } = await readBatch(ines.client, batch.id);
          const paid = (await received()) - before;
          // The row may be paid and not yet recorded, but never recorded and not paid.
          expect(['0 0', '1 0', '1 1']).toContain(`${paid} ${counts.paid}`);
          return state === 'finished' && counts.paid === 1;
        },
      };
    },
  );
  expect(steps).toBeGreaterThan(6);
  await runAll(florin);
});
