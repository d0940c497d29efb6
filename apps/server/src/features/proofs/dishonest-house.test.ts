import { endpoints, type Proof } from '@florin/contract';
import { fraudOf, verifyFraud, verifyProof, type Options } from '../../../../../packages/verify/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { followJournal } from './log/follow-journal.ts';
import { cutLog, rotateLogKey } from './log/replace-key.ts';
import { areSumsDue, stateSums } from './sums/state-sums.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ...asManyAsAServer, ledgers: 1 });
  ines = await florin.signUpWith('500.00');
  jonas = await florin.signUpWith('10.00');
});
afterAll(() => florin.close());

const log = () => florin.app.dependencies.log;
const pay = () =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '1.00' } });
const proofOf = ({ client }: TestMember, since?: number) => client.call(endpoints.getProof, { query: { since } });
const check = async (proof: Proof, member: TestMember, options: Options = {}) =>
  verifyProof(JSON.stringify(proof), { trustedKeys: proof.keys, email: member.user.email, ...options });
const failureOf = async (...given: Parameters<typeof check>) => (await check(...given)).failure;
/** The size of a proof's checkpoint. */
const sizeOf = ({ checkpoint }: Proof) => Number(checkpoint.split('\n')[1]);

describe('the stand-alone verifier', () => {
  test('the stand-alone verifier accepts the proofs and the continued log of an honest house', async () => {
    await stateSums(log());
    const first = await proofOf(ines);
    expect(await failureOf(first, ines)).toBeUndefined();
    for (let turn = 0; turn < 3; turn++) {
      await pay();
      if (turn > 0) await stateSums(log());
      await followJournal(log());
      const size = sizeOf(first);
      const next = await proofOf(ines, size);
      expect(
        await failureOf(next, ines, { lastCheckpoint: first.checkpoint, trustedKeys: first.keys }),
      ).toBeUndefined();
    }
    const { id } = await pay();
    await followJournal(log());
    const receipt = await ines.client.call(endpoints.getTransactionProof, { params: { id }, query: {} });
    expect((await verifyProof(JSON.stringify(receipt), { trustedKeys: receipt.keys })).ok).toBe(true);
  });

  test('the stand-alone verifier accepts a rotated key and the next sums after a restore', async () => {
    const first = await proofOf(ines);
    const size = sizeOf(first);
    const { vault } = florin.app.dependencies;
    await rotateLogKey({ ownerPool: florin.database.ownerPool, vault });
    const rotated = await proofOf(ines, size);
    const seen = { lastCheckpoint: first.checkpoint, trustedKeys: first.keys };
    expect(await failureOf(rotated, ines, seen)).toBeUndefined();
    await florin.database.ownerPool.query('update log_sums set took_ms = 3600000');
    expect(await areSumsDue(log())).toBe(false);
    await cutLog({ ownerPool: florin.database.ownerPool, vault });
    await expect(proofOf(ines, size)).rejects.toMatchObject(refusedWith('proof_not_ready'));
    expect(await areSumsDue(log())).toBe(true);
    await stateSums(log());
    expect(await failureOf(await proofOf(ines, size), ines, seen)).toBeUndefined();
  });
});

describe('a house that rewrites its history and the whole log', () => {
  /** Changes a description, as only the owner of the database can, and signs the log again from its first entry. */
  async function rewrite(house: TestApp, entry: string) {
    const { ownerPool } = house.database;
    await ownerPool.query(
      `update ledger.journal_entries set metadata = metadata || '{"gift": true}' where id = ${entry}`,
    );
    await ownerPool.query(
      'truncate log_bundles, log_tiles, log_ranges, log_sums, sum_trees, sum_tiles, signed_statements, log_progress',
    );
    await ownerPool.query(`update log_heads set size = 0, root = sha256(''), checkpoint = null`);
    await stateSums(house.app.dependencies.log);
  }

  test('an earlier visitor and the holder of an old receipt catch a rewritten history, with evidence', async () => {
    const house = await createTestApp({}, {}, { ...asManyAsAServer, ledgers: 1 });
    const lea = await house.signUpWith('100.00');
    const body = { recipient_email: (await house.signUp()).user.email, amount: '1.00' };
    const { id } = await lea.client.call(endpoints.sendMoney, { body });
    await followJournal(house.app.dependencies.log);
    const receipt = await lea.client.call(endpoints.getTransactionProof, { params: { id }, query: {} });
    await stateSums(house.app.dependencies.log);
    for (let more = 0; more < 4; more++) await lea.client.call(endpoints.sendMoney, { body });
    await stateSums(house.app.dependencies.log);
    const before = await proofOf(lea);
    const trust = { trustedKeys: before.keys };

    const [old] = receipt.entries;
    const number = old?.header.split('\n')[2] ?? '';
    await rewrite(house, number);
    await lea.client.call(endpoints.sendMoney, { body });
    await stateSums(house.app.dependencies.log);
    const after = await proofOf(lea, sizeOf(before));
    expect((await check(after, lea)).ok).toBe(true); // for who was never here
    const seen = { ...trust, lastCheckpoint: before.checkpoint };
    expect((await check(after, lea, seen)).failure?.name).toBe('consistency');
    const fraud = await fraudOf(after, before.checkpoint);
    expect(fraud).toMatchObject({ kind: 'rewritten' });
    expect(await verifyFraud(JSON.stringify(fraud), trust)).toMatchObject({ ok: true });

    const fresh = await lea.client.call(endpoints.getTransactionProof, { params: { id }, query: {} });
    const twoLeaves = {
      format: 'florin-fraud/1',
      kind: 'two_leaves',
      keys: before.keys,
      found_at: new Date().toISOString(),
      first: receipt.checkpoint,
      second: fresh.checkpoint,
      first_leaf: old,
      second_leaf: fresh.entries[0],
    };
    expect(await verifyFraud(JSON.stringify(twoLeaves), trust)).toMatchObject({ ok: true });
    expect(await verifyFraud(JSON.stringify({ ...twoLeaves, second_leaf: old }), trust)).toMatchObject({ ok: false });
    await house.close();
  });
});
