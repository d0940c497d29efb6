import { randomInt } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dyingPools } from '../../../test/dying-pools.ts';
import { plainRoot, readLog } from '../../../test/read-log.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { accountNames } from './log/account-names.ts';
import { compareNext } from './log/compare-log.ts';
import { followJournal } from './log/follow-journal.ts';
import type { Log } from './log/log.ts';
import { openLogKeys } from './log/log-keys.ts';
import { rotateLogKey } from './log/replace-key.ts';
import { latestSums } from './sums/sum-store.ts';
import { stateSums } from './sums/state-sums.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  ines = await florin.signUpWith('900.00');
  jonas = await florin.signUpWith('10.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const log = () => florin.app.dependencies.log;
const pay = () =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '0.10' } });

/** A node with its own caches, which dies at its statement with this number. */
function dyingLog(at: number, when: 'before' | 'after') {
  const { pools, died } = dyingPools([log().pool, ...(log().ledgers ?? [])], at, when);
  const [pool = log().pool, ...ledgers] = pools;
  const { vault } = florin.app.dependencies;
  const keys = openLogKeys({ pool, vault, origin: '' });
  const dying: Log = { ...log(), pool, ledgers, keys, names: accountNames(log().secret) };
  return { dying, died };
}

async function expectWholeLog() {
  for (let run = 0; run < 3; run++) await followJournal(log());
  const { entries, root } = await readLog(florin.app);
  expect(root).toEqual(plainRoot(entries));
  await log().pool.query('update log_comparisons set newest = 0, again = 0');
  expect(await compareNext(log())).toBeUndefined();
  expect(await compareNext(log())).toBeUndefined();
}

type Dying = (at: number, when: 'before' | 'after') => { work: () => Promise<unknown>; died: () => boolean };

/**
 * Kills a process at each of its statements, or at every nth statement from a random one on, until the process
 * finishes. Returns the number of statements that it needed.
 */
async function atEachStatement(start: Dying, stride = 1): Promise<number> {
  for (let at = 1 + randomInt(stride); ; at += stride)
    for (const when of ['before', 'after'] as const) {
      await pay();
      const { work, died } = start(at, when);
      await work().catch(() => undefined);
      if (!died()) return at;
      await followJournal(log());
    }
}

const following: Dying = (at, when) => {
  const { dying, died } = dyingLog(at, when);
  return { work: () => followJournal(dying), died };
};
const stating: Dying = (at, when) => {
  const { dying, died } = dyingLog(at, when);
  return { work: () => stateSums(dying), died };
};

describe('a node that is killed', () => {
  test('a node killed at any statement of appending leaves a log that the next node continues', async () => {
    expect(await atEachStatement(following)).toBeGreaterThan(10);
    await expectWholeLog();
  });

  test('a node killed at any statement of stating sums leaves either the last sums or the complete new sums', async () => {
    await atEachStatement(stating, 7);
    await expectWholeLog();
    await stateSums(log());
    const numbers = (await latestSums(log().pool, 1_000)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, nth) => numbers.length - nth));
    const proof = await ines.client.call(endpoints.getProof, { query: {} });
    expect(proof.balances).toHaveLength(1);
  });

  test('a node killed while keys are rotated leaves one signing key', async () => {
    const { vault } = florin.app.dependencies;
    await atEachStatement((at, when) => {
      const { pools, died } = dyingPools([florin.database.ownerPool], at, when);
      const [ownerPool = florin.database.ownerPool] = pools;
      return { work: () => rotateLogKey({ ownerPool, vault }), died };
    });
    await expectWholeLog();
    const { rows } = await log().pool.query('select from log_keys where sealed_private is not null');
    expect(rows).toHaveLength(1);
  });
});
