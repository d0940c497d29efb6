import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { endpoints, type BankDesk } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../../test/camt053.ts';
import { approve, proposed } from '../../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { uploadFile } from '../../../../test/upload-file.ts';
import { setRole } from '../../identity/operators/change-user.ts';

const iban = 'DE75512108001245126199'; // the sandbox's account in euros

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [olu, amara, ines] = [await florin.signUp('Olu'), await florin.signUp('Amara'), await florin.signUp('Inês Müller')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  await upload({ opening: '0.00', closing: '0.00' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const upload = (statement: Partial<GivenStatement>, by = olu) =>
  uploadFile(florin, by, endpoints.uploadBankFile, {
    name: 'statement.xml',
    bytes: Buffer.from(camt053([{ iban, currency: 'EUR', ...statement }])),
  });
const credit = (amount: string, more: Partial<GivenLine> = {}): GivenLine => ({
  amount,
  day: '2026-11-20',
  id: randomUUID().slice(0, 8),
  text: 'no reference',
  ...more,
});
const desk = (): Promise<BankDesk> => olu.client.call(endpoints.getBankDesk);

/** Uploads a line without a reference, and returns its id. */
async function unallocated(amount: string): Promise<string> {
  await upload({ lines: [credit(amount)] });
  const { unallocated: lines } = await desk();
  const found = lines.find((line) => line.amount_exact === amount);
  if (!found) throw new Error('the line is not on the desk');
  return found.id;
}
const allocate = (id: string, { by = olu, to = ines, key = randomUUID() } = {}) =>
  by.client.call(
    endpoints.allocateLine,
    { params: { line: id }, body: { email: to.user.email, reason: 'The payer called.' } },
    { idempotencyKey: key },
  );
const euros = async ({ client }: TestMember) =>
  Number((await client.call(endpoints.listWallets)).find(({ currency }) => currency === 'EUR')?.available_exact);

describe('the bank desk', () => {
  test('the bank desk shows the safeguarded share, and that books and bank are equal where there is a statement', async () => {
    await upload({ lines: [credit('12.00')] });
    const { accounts, client_money: money, files, unallocated_total: total } = await desk();
    expect(accounts.map(({ id, difference_exact: difference }) => [id, difference])).toEqual([
      ['sandbox-usd', null],
      ['sandbox-eur', '0.00'],
      ['sandbox-gbp', null],
    ]);
    expect(accounts[1]).toMatchObject({ at_bank_exact: '12.00', in_books_exact: '12.00', number: iban });
    expect(money[1]).toMatchObject({ currency: 'EUR', owed_exact: '12.00', safeguarded_exact: '12.00', percent: 100 });
    expect(files[0]).toMatchObject({ name: 'statement.xml', format: 'camt.053', imported_by: olu.user.email });
    expect(total).toBe(1);
  });

  test('the bank desk imports an uploaded file once, and gives the reason why another file is refused', async () => {
    const file = { lines: [credit('1.00', { id: 'ONCE' })] };
    expect(await upload(file)).toMatchObject({ known: false, new_lines: 1 });
    expect(await upload(file, amara)).toMatchObject({ known: true, new_lines: 0 });
    await expect(upload({ opening: '7.00', closing: '9.00', lines: [] })).rejects.toMatchObject({
      body: { code: 'bank_file_refused', detail: expect.stringContaining('do not give the closing balance') },
    });
  });

  test('the bank desk is for operators only', async () => {
    await expect(ines.client.call(endpoints.getBankDesk)).rejects.toMatchObject({ status: 404 });
    await expect(upload({ lines: [] }, ines)).rejects.toMatchObject({ status: 404 });
  });
});

describe('an unallocated line', () => {
  test('an unallocated line of a small amount is credited by one operator, once', async () => {
    const id = await unallocated('20.01');
    const [before, key] = [await euros(ines), randomUUID()];
    expect(await allocate(id, { key })).toEqual({ proposal: null });
    expect(await allocate(id, { key })).toEqual({ proposal: null });
    await expect(allocate(id, { by: amara })).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
    expect(await euros(ines)).toBeCloseTo(before + 20.01);
  });

  test('a second credit of a large line cannot be proposed', async () => {
    const id = await unallocated('2000.05');
    await approve(amara, proposed(await allocate(id)).id);
    await expect(allocate(id)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
  });

  test('an unallocated line is credited once when many operators credit it at the same moment', async () => {
    const id = await unallocated('20.02');
    const before = (await euros(ines)) + (await euros(amara));
    const calls = [{}, {}, { by: amara }, { by: amara }, {}].map((more) => allocate(id, more));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await euros(ines)) + (await euros(amara))).toBeCloseTo(before + 20.02);
  });

  test('a credit above 1,000 dollars needs a second operator', async () => {
    const id = await unallocated('2000.00');
    const before = await euros(ines);
    const proposal = proposed(await allocate(id));
    expect(proposal).toMatchObject({ kind: 'allocate_line', amount_exact: '2000.00', asset: 'EUR' });
    expect(await euros(ines)).toBe(before);
    await expect(approve(olu, proposal.id)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    await expect(allocate(id, { by: amara })).rejects.toMatchObject({ body: { code: 'proposal_open' } });
    const approvals = await Promise.allSettled([approve(amara, proposal.id), approve(amara, proposal.id)]);
    expect(approvals.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await euros(ines)).toBe(before + 2000);
  });

  test('an unallocated line is not credited to the operator, a stranger, or a frozen member', async () => {
    const id = await unallocated('20.03');
    await expect(allocate(id, { to: olu })).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    const stranger = { ...ines, user: { ...ines.user, email: 'stranger@florin.example' } };
    await expect(allocate(id, { to: stranger })).rejects.toMatchObject({ body: { code: 'user_not_found' } });
    const frozen = await florin.signUp('Frozen');
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [frozen.user.id]);
    await expect(allocate(id, { to: frozen })).rejects.toMatchObject({ body: { code: 'account_frozen' } });
    await expect(allocate('123456789')).rejects.toMatchObject({ body: { code: 'line_not_found' } });
  });

  test('a proposed credit to a member who was frozen meanwhile says why it cannot be approved', async () => {
    const nora = await florin.signUp('Nora');
    const { id } = proposed(await allocate(await unallocated('2000.04'), { to: nora }));
    const reason = async () =>
      (await amara.client.call(endpoints.listProposals)).find((one) => one.id === id)?.not_approvable;
    expect(await reason()).toBeNull();
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [nora.user.id]);
    expect(await reason()).toBe('This account is frozen. Unfreeze it first.');
    await expect(approve(amara, id)).rejects.toMatchObject({
      body: { code: 'account_frozen', detail: await reason() },
    });
    await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [nora.user.id]);
    await approve(amara, id);
    expect(await euros(nora)).toBeCloseTo(2000.04);
  });

  test('an unallocated line that went out cannot be credited', async () => {
    const id = await unallocated('-3.00');
    await expect(allocate(id)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
  });
});
