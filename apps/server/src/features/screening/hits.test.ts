import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints, type ScreeningHit as ScreeningHitView } from '@florin/contract';
import type { ScreeningHit } from '@florin/screening';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { camt053, type GivenLine } from '../../../test/camt053.ts';
import { checkKyc, submitKyc } from '../../../test/kyc.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { uploadFile } from '../../../test/upload-file.ts';
import { setRole } from '../identity/operators/change-user.ts';
import { paymentReferenceOf } from '../bank/payment-references.ts';
import { verifiedBirthDate } from '../kyc/index.ts';
import { holdName } from './hold-name.ts';

const iban = 'DE75512108001245126199';
const list = `<CONSOLIDATED_LIST dateGenerated="2026-05-04T10:00:00.000Z"><INDIVIDUALS>
<INDIVIDUAL><FIRST_NAME>ZELIM</FIRST_NAME><SECOND_NAME>BERTOLANI</SECOND_NAME><REFERENCE_NUMBER>QDi.901</REFERENCE_NUMBER>
<INDIVIDUAL_DATE_OF_BIRTH><DATE>1960-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>
</INDIVIDUALS></CONSOLIDATED_LIST>`;
const listed = 'Zelim Bertolani';

let folder: string;
let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-hits-'));
  writeFileSync(path.join(folder, 'un.xml'), list);
  const config = path.join(folder, 'florin.json');
  const account = { id: 'main-eur', currency: 'EUR', holder: 'Florin Example Ltd', bank: 'Example Bank', iban };
  writeFileSync(config, JSON.stringify({ operator_accounts: [{ ...account, purpose: 'safeguarding' }] }));
  const env = { FLORIN_SCREENING_DIR: folder, FLORIN_CONFIG: config };
  florin = await createTestApp(env, { timing: { callBackSeconds: 0 } });
  [olu, amara] = [await florin.signUp(listed), await florin.signUp('Amara')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  await upload({ opening: '0.00', closing: '0.00' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  rmSync(folder, { recursive: true });
});

const upload = (given: object) =>
  uploadFile(florin, amara, endpoints.uploadBankFile, {
    name: 'statement.xml',
    bytes: Buffer.from(camt053([{ iban, currency: 'EUR', ...given }])),
  });
const line = (amount: string, more: Partial<GivenLine> = {}): GivenLine => ({
  amount,
  day: '2026-11-20',
  id: randomUUID().slice(0, 8),
  ...more,
});
const screening = (by = amara) => by.client.call(endpoints.getScreening);
const waiting = async () => (await screening()).hits.filter(({ state }) => state === 'waiting');
const decide = ({ id, found_at: foundAt }: ScreeningHitView, decision: 'cleared' | 'confirmed', by = amara) =>
  by.client.call(endpoints.decideScreeningHit, {
    params: { hit: id },
    body: { decision, reason: 'Born in another year.', found_at: foundAt },
  });
async function only(): Promise<ScreeningHitView> {
  const [hit, another] = await waiting();
  if (!hit || another) throw new Error('not one hit waits');
  return hit;
}

describe('the screening desk', () => {
  test('the screening desk shows the lists with their dates, entries and files', async () => {
    expect(await screening()).toMatchObject({
      lists: [{ list: 'UN', date: '2026-05-04', entries: 1, files: [{ name: 'un.xml' }] }],
      problem: null,
      are_missing: false,
    });
  });

  test('the screening desk is for operators only', async () => {
    const member = await florin.signUp('Ines');
    await expect(screening(member)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a payer on a list', () => {
  async function received(amount: string): Promise<string> {
    await upload({ lines: [line(amount, { payer: 'BERTOLANI ZELIM', text: 'a gift' })] });
    const { unallocated } = await amara.client.call(endpoints.getBankDesk);
    const found = unallocated.find(({ amount_exact: exact }) => exact === amount);
    expect(found).toMatchObject({ reason: 'screening', on_list: true });
    return found?.id ?? '';
  }
  const allocate = async (id: string, to: TestMember) =>
    amara.client.call(
      endpoints.allocateLine,
      { params: { line: id }, body: { email: to.user.email, reason: 'The payer called.' } },
      { idempotencyKey: randomUUID() },
    );

  test('money of a payer on a sanctions list without a reference waits until an operator clears the name', async () => {
    const [ines, id] = [await florin.signUp('Ines'), await received('31.00')];
    await expect(allocate(id, ines)).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    const hit = await only();
    expect(hit).toMatchObject({
      line: id,
      member: null,
      name: 'BERTOLANI ZELIM',
      found: [{ list: 'UN', id: 'QDi.901', score: 100 }],
      yours: false,
    });
    expect((await amara.client.call(endpoints.getOverview)).screening).toBe(1);
    await decide(hit, 'cleared');
    expect(await allocate(id, ines)).toEqual({ proposal: null });
    await expect(decide(hit, 'confirmed')).rejects.toMatchObject({ body: { code: 'screening_hit_decided' } });
    const [act] = await amara.client.call(endpoints.listOperatorActs, { query: {} });
    expect(act).toMatchObject({ did: 'Allocated statement line' });
  });

  test('a payer on a sanctions list gets money back only after one operator clears the name and a second operator approves', async () => {
    const id = await received('34.00');
    const giveBack = () =>
      amara.client.call(
        endpoints.returnLine,
        { params: { line: id }, body: { reason: 'The payer asked for it.' } },
        { idempotencyKey: randomUUID() },
      );
    await expect(giveBack()).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    await decide(await only(), 'cleared');
    expect((await giveBack()).proposal).toMatchObject({ kind: 'return_line' });
  });

  test('a confirmed name on a sanctions list holds the money permanently', async () => {
    const [ines, id] = [await florin.signUp('Ines'), await received('32.00')];
    await decide(await only(), 'confirmed');
    await expect(allocate(id, ines)).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    expect(await waiting()).toEqual([]);
  });

  test('a payer with the name of the member needs only one decision for all deposits', async () => {
    const member = await florin.signUp(listed);
    const text = await paymentReferenceOf(florin.database.pool, member.user.id);
    const deposit = (amount: string) => upload({ lines: [line(amount, { payer: 'BERTOLANI ZELIM', text })] });
    const euros = async () =>
      (await member.client.call(endpoints.listWallets)).find(({ currency }) => currency === 'EUR')?.balance_exact;
    await deposit('41.00');
    const hit = await only();
    expect(hit).toMatchObject({ line: null, member: { id: member.user.id }, name: listed });
    const { unallocated } = await amara.client.call(endpoints.getBankDesk);
    const waits = unallocated.find(({ amount_exact: exact }) => exact === '41.00');
    expect(waits).toMatchObject({ reason: 'screening', on_list: true });
    await expect(allocate(waits?.id ?? '', member)).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    await decide(hit, 'cleared');
    await allocate(waits?.id ?? '', member);
    await deposit('42.00');
    expect(await euros()).toBe('83.00');
    expect(await waiting()).toEqual([]);
  });

  test('a payer on a sanctions list is decided once when operators decide at the same moment', async () => {
    await received('33.00');
    const hit = await only();
    const ended = await Promise.allSettled([
      decide(hit, 'cleared'),
      decide(hit, 'confirmed', olu),
      decide(hit, 'cleared'),
    ]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(decide({ ...hit, id: '999999' }, 'cleared')).rejects.toMatchObject({
      body: { code: 'screening_hit_not_found' },
    });
  });
});

describe('a recipient on a list', () => {
  const ready = async () => (await amara.client.call(endpoints.getPayoutDesk)).ready;
  const make = (id: string, by = amara) =>
    by.client.call(endpoints.makeBatch, { body: { account: 'main-eur', scheme: 'sepa', payouts: [id] } });
  async function withdrawal(member: TestMember): Promise<string> {
    const { client } = member;
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '50.00', currency: 'EUR', payment_method_id: card.id } });
    const account = await client.call(endpoints.addBankAccount, {
      body: { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' },
    });
    const body = { amount: '20.00', currency: 'EUR', payment_method_id: account.id } as const;
    return (await client.call(endpoints.withdraw, { body })).id;
  }

  test('a recipient on a sanctions list is not paid until an operator clears the name, once', async () => {
    const id = await withdrawal(await florin.signUp(listed));
    await expect(make(id)).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    expect(await ready()).toMatchObject([{ id, on_list: true, signs: ['Sanctions list'] }]);
    await decide(await only(), 'cleared');
    expect(await ready()).toMatchObject([{ id, on_list: false, signs: [] }]);
    const { batch } = await make(id);
    expect(batch.state).toBe('proposed');
    expect((await olu.client.call(endpoints.approveBatch, { params: { id: batch.id } })).batch.state).toBe('written');
    expect(await waiting()).toEqual([]);
  });

  test('an operator on a sanctions list cannot decide about their own name', async () => {
    const id = await withdrawal(olu);
    await expect(make(id)).rejects.toMatchObject({ body: { code: 'name_on_list' } });
    const hit = await only();
    await expect(decide(hit, 'cleared', olu)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    expect((await screening(olu)).hits.find(({ id: each }) => each === hit.id)?.yours).toBe(true);
    await decide(hit, 'cleared');
  });

  test('screening uses only the birth date of a verified document', async () => {
    const { pool, vault } = florin.app.dependencies;
    const member = await florin.signUp('Ines');
    await submitKyc(florin, member, { date_of_birth: '1991-05-06' });
    expect(await verifiedBirthDate({ pool, vault }, member.user.id)).toBeUndefined();
    await checkKyc(florin);
    expect(await verifiedBirthDate({ pool, vault }, member.user.id)).toBe('1991-05-06');
  });
});

describe('a decision about a name', () => {
  const party = (id: string): ScreeningHit => ({
    list: 'EU',
    id,
    name: 'Sam Body',
    matched_name: 'Sam Body',
    weak: false,
    score: 0.9,
    program: '',
  });
  const hold = (name: string, parties: readonly string[], subject = 'line 900001') =>
    holdName(florin.database.pool, { screen: () => parties.map(party) }, { subject, name });

  test('a decision about a name holds for the same parties, and another name or party needs a new decision', async () => {
    expect(await hold('Sam Body', ['EU.1', 'EU.2'])).toBe('waiting');
    await decide(await only(), 'cleared');
    expect(await hold('Sam Body', ['EU.1', 'EU.2'])).toBe('clear');
    expect(await hold('Sam Body', ['EU.2'])).toBe('clear');
    expect(await hold('Sam Body', [])).toBe('clear');
    expect(await hold('Sam Body', ['EU.3'])).toBe('waiting');
    expect(await hold('Sam Body', [])).toBe('waiting');
    await decide(await only(), 'cleared');
    expect(await hold('Sam Bodie', ['EU.3'])).toBe('waiting');
    await decide(await only(), 'confirmed');
    expect(await hold('Another Name', ['EU.4'])).toBe('confirmed');
  });

  test('a decision about a sanctions hit is rejected if the operator did not see the hit', async () => {
    await hold('Sam Body', ['EU.1'], 'line 900002');
    const seen = await only();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await hold('Sam Body', ['EU.9'], 'line 900002');
    await expect(decide(seen, 'cleared')).rejects.toMatchObject({ body: { code: 'screening_hit_decided' } });
    await decide(await only(), 'cleared');
  });

  test('many checks of a name at the same moment create one hit', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => hold('Sam Body', ['EU.1'], 'line 900003')));
    expect(new Set(states)).toEqual(new Set(['waiting']));
    await decide(await only(), 'cleared');
  });
});
