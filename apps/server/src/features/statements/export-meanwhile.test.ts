import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { endpoints, fromExact } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../test/read-csv.ts';
import { rowsRead, withoutAutovacuum } from '../../../test/rows-read.ts';
import { historyIn } from '../../../test/history-in.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openIdentities, authenticator } from '../identity/index.ts';
import { exportCsv } from './export-csv.ts';

let florin: TestApp;
let ines: TestMember;
/** Held sends, behind more lines than one chunk contains. */
let held: string[];
const address = 'lea@florin.example';
beforeAll(async () => {
  florin = await createTestApp();
  await withoutAutovacuum(florin.database.ownerPool, 'ledger.journal_entries');
  ines = await florin.signUpWith('200.00', 'Ines');
  const jonas = await florin.signUp('Jonas');
  const send = (recipient_email: string) =>
    ines.client.call(endpoints.sendMoney, { body: { recipient_email, amount: '0.02' } });
  held = (await Promise.all([send(address), send(address), send('nobody@florin.example')])).map(({ id }) => id);
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 100 }, () => send(jonas.user.email)));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('exports a line that posts during the export once, with correct sums', async () => {
  const before = await available();
  const member = await authenticator(openIdentities(florin.database.pool))(ines.token);
  const filter = { type: 'all', search: '', since: undefined, until: undefined } as const;
  const file = await exportCsv(florin.app.dependencies, member, filter);
  const [start] = (await once(file, 'readable')).concat(file.read());
  await florin.confirm(await florin.signUp('Léa', address));
  const text = String(start) + (await readText(file));
  const rows = readCsv(text);
  expect(held.map((id) => rows.filter((row) => row.id === id).map(({ status }) => status))).toEqual([
    ['pending'],
    ['pending'],
    ['pending'],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.map(({ date = '' }) => date)).toEqual(
    rows
      .map(({ date = '' }) => date)
      .toSorted()
      .toReversed(),
  );
  expect(rows.reduce((sum, { amount = '' }) => sum + fromExact('USD', amount).units, 0n)).toBe(before);

  const after = readCsv(await (await ines.client.open(endpoints.exportFoundTransactions, { body: {} })).text());
  expect(after).toHaveLength(rows.length);
  expect(held.map((id) => after.find((row) => row.id === id)?.status)).toEqual(['completed', 'completed', 'pending']);
});

test('an export of an earlier period does not read later entries', async () => {
  const member = await authenticator(openIdentities(florin.database.pool))(ines.token);
  const all = readCsv(await (await ines.client.open(endpoints.exportFoundTransactions, { body: {} })).text());
  const until = new Date(all.at(-20)?.date ?? '');
  const read = await rowsRead(databaseOf(florin, ines).ownerPool, 'ledger.journal_entries', async (tx) => {
    const history = historyIn(tx, florin);
    const { documents } = florin.app.dependencies;
    const filter = { type: 'all', search: '', since: undefined, until } as const;
    const text = await readText(await exportCsv({ history, documents }, member, filter));
    expect(readCsv(text)).toEqual(all.filter(({ date = '' }) => new Date(date) < until));
  });
  expect(read).toBeLessThan(100);
});

async function available(): Promise<bigint> {
  const [usd] = await ines.client.call(endpoints.listWallets);
  return fromExact('USD', usd?.available_exact ?? '').units;
}
