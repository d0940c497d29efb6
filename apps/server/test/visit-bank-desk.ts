import { Buffer } from 'node:buffer';
import { endpoints } from '@florin/contract';
import { expect } from 'vitest';
import { idsOf, unallocatedOf } from './answer-parts.ts';
import { statementOfOwner, statementWithDebit, statementWithPayer, statementWithTransfer } from './camt053.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import { storeHit } from './screening-hit.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { unownedMoney } from './unowned-money.ts';

type People = { readonly olu: TestMember; readonly lea: TestMember; readonly jonas: TestMember };

/** Calls each endpoint of the bank desk, of closed days and of screening as the operator Olu. */
export async function visitBankDesk(
  { visit, visitStream, visitUpload }: ReturnType<typeof endpointVisits>,
  florin: TestApp,
  { olu, lea, jonas }: People,
): Promise<void> {
  const { token } = olu;
  const upload = async (statement: string) => {
    await visitUpload('uploadBankFile', olu, { name: 'statement.xml', bytes: Buffer.from(statement) });
    return unallocatedOf((await visit('getBankDesk', { token })).answer);
  };
  const line = await upload(statementWithTransfer);
  await visit('allocateLine', { token, params: { line }, body: { email: lea.user.email, reason: 'Known' } });
  const item = await unownedMoney(florin, { owner: jonas.user.id, units: 100n, currency: 'USD' });
  await visit('allocateUnowned', { token, params: { item }, body: { email: lea.user.email, reason: 'Known' } });
  const sent = { recipient_email: jonas.user.email, amount: '10.00', currency: 'EUR' } as const;
  await lea.client.call(endpoints.sendMoney, { body: sent });
  expect((await visit('findDeposits', { token, body: { q: lea.user.email } })).raw).toContain(`"id":"${line}"`);
  await visit('recallDeposit', { token, params: { line }, body: { reason: 'The bank asks for it' } });
  const [owed] = idsOf((await visit('listReceivables', { token })).answer);
  const writeOff = { token, params: { id: owed ?? '' }, body: { reason: 'He cannot pay' } };
  expect((await visit('writeOffReceivable', writeOff)).raw).toContain('"kind":"write_off"');
  const own = { line: await upload(statementOfOwner) };
  await visit('bookOwnFunds', { token, params: own, body: { reason: 'The owners paid it in' } });
  const back = { line: await upload(statementWithPayer) };
  await visit('returnLine', { token, params: back, body: { reason: 'The payer asked for it' } });
  await visit('keepLine', { token, params: back });
  const debit = { line: await upload(statementWithDebit) };
  await visit('connectLine', { token, params: debit, body: { deposit: back.line, reason: 'The bank says so' } });
  await visit('closeBankDay', { token, body: { day: new Date().toISOString().slice(0, 10) } });
  await visit('getBankDays', { token });
  expect(await visitStream('printDayReport', token, { number: '1' })).toContain('%PDF');
  await visit('getScreening', { token });
  await visit('decideScreeningHit', { token, ...(await storeHit(florin.database.ownerPool)) });
}
