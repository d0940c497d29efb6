import { endpoints } from '@florin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { proofOf, proofOfEntry } from '../src/features/proofs/proof/proof.ts';
import { stateSums } from '../src/features/proofs/index.ts';
import { followJournal } from '../src/features/proofs/log/follow-journal.ts';
import { findMembers } from '../src/features/identity/index.ts';
import { sentBy } from './sent-statements.ts';
import { createTestApp } from './test-app.ts';

/** Signs up a member with this number of entries in the log, and returns the log's proofs for the member. */
async function provingFor(entries: number) {
  const florin = await createTestApp({}, {}, { ledgers: 1 });
  onTestFinished(() => florin.close());
  const payer = await florin.signUpWith('100.00');
  const payee = await florin.signUp();
  for (let nth = 1; nth < entries; nth++)
    await payer.client.call(endpoints.sendMoney, { body: { recipient_email: payee.user.email, amount: '1.00' } });
  const { log, ledger } = florin.app.dependencies;
  await followJournal(log);
  await stateSums(log);
  const member = (await findMembers(florin.database.pool, [payer.user.id])).get(payer.user.id);
  if (!member) throw new Error('there is no such member');
  return { member, proving: { log, ledger, witnesses: [], witnessesNeeded: 0 }, main: florin.database.name };
}

test('a proof of a balance and ten entries needs eleven statements', async () => {
  const { member, proving, main } = await provingFor(12);
  const prove = () => proofOf(proving, member, 5);
  expect((await prove()).entries).toHaveLength(10); // also reads the names of the accounts once
  expect(await sentBy(prove, main)).toHaveLength(11);
});

test('a proof of one entry needs five statements', async () => {
  const { member, proving, main } = await provingFor(1);
  const { rows } = await proving.log.pool.query<{ id: bigint }>('select max(id) as id from own_books.entries');
  const prove = () => proofOfEntry(proving, member, rows[0]?.id ?? 0n, 1);
  expect((await prove()).entries).toHaveLength(1);
  expect(await sentBy(prove, main)).toHaveLength(5);
});
