import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile } from '@florin/bank-files';
import { endpoints, type BankDesk, type PaymentBatch } from '@florin/contract';
import { paymentReferenceOf } from '../src/features/bank/index.ts';
import { setRole } from '../src/features/identity/operators/change-user.ts';
import { camt053, type GivenLine, type GivenStatement } from './camt053.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

const operatorIban = 'DE75512108001245126199';

export type LiveBank = Awaited<ReturnType<typeof openLiveBank>>;

const secondIban = 'DE89370400440532013000';

/** Opens a server with two operators and two bank accounts in euros. Only `main-eur` has statements. */
export async function openLiveBank(env: Record<string, string> = {}, { connections = 4 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-live-bank-'));
  const config = path.join(folder, 'florin.json');
  const account = {
    id: 'main-eur',
    currency: 'EUR',
    holder: 'Florin Example Ltd',
    bank: 'Example Bank',
    purpose: 'safeguarding',
    iban: operatorIban,
  };
  writeFileSync(
    config,
    JSON.stringify({ operator_accounts: [account, { ...account, id: 'second-eur', iban: secondIban }] }),
  );
  const florin = await createTestApp(
    { FLORIN_CONFIG: config, FLORIN_BANK_DIR: folder, ...env },
    { timing: { callBackSeconds: 0 } },
    { connections },
  );
  const [olu, amara] = [await florin.signUp('Olu'), await florin.signUp('Amara')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  const bank = { florin, folder, olu, amara };
  await importStatement(bank, { opening: '0.00', closing: '0.00' });
  return {
    ...bank,
    /** Ends the server after checks of the books and of the bank's balance. */
    close: async () => {
      await florin.expectCleanBooks();
      await florin.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Bank = Pick<LiveBank, 'florin' | 'olu'>;

export const importStatement = ({ florin, olu }: Bank, given: Partial<GivenStatement>) =>
  uploadFile(florin, olu, endpoints.uploadBankFile, {
    name: 'statement.xml',
    bytes: Buffer.from(camt053([{ iban: operatorIban, currency: 'EUR', ...given }])),
  });

/** Imports a statement with one line, and returns the reference of the bank. */
export async function importLine(bank: Bank, amount: string, more: Partial<GivenLine> = {}): Promise<string> {
  const id = more.id ?? randomUUID().slice(0, 8);
  await importStatement(bank, { lines: [{ amount, day: '2026-11-20', ...more, id }] });
  return id;
}

/** Imports a transfer with the member's reference, and returns the reference of the bank. */
export const importTransfer = async (bank: Bank, member: TestMember, amount: string, more: Partial<GivenLine> = {}) =>
  importLine(bank, amount, {
    payer: member.user.name,
    text: await paymentReferenceOf(bank.florin.database.pool, member.user.id),
    ...more,
  });

/** Returns the id of the line with this reference of the bank and this sign. */
export async function lineIdOf({ florin }: Bank, reference: string, sign: 1 | -1 = 1): Promise<string> {
  const { rows } = await florin.database.pool.query<{ id: bigint }>(
    'select id from bank_lines where bank_reference = $1 and sign(amount) = $2',
    [reference, sign],
  );
  return String(rows[0]?.id);
}

export const deskOf = ({ olu }: Bank): Promise<BankDesk> => olu.client.call(endpoints.getBankDesk);

/** Returns a line of the queue. */
export const queuedLine = async (bank: Bank, id: string) =>
  (await deskOf(bank)).unallocated.find((line) => line.id === id);

/** Returns the posted balance of a house account in cents. */
export async function houseBalance({ florin }: Bank, kind: string): Promise<number> {
  const { rows } = await florin.database.pool.query<{ posted: bigint }>(
    `select posted from books.house_balances where kind = $1 and asset = 'EUR'`,
    [kind],
  );
  return Number(rows[0]?.posted ?? 0n);
}

/** Returns the balance and the held amount of a member's euro wallet. */
export async function euroWallet({ client }: TestMember): Promise<readonly [string, string]> {
  const found = (await client.call(endpoints.listWallets)).find(({ currency }) => currency === 'EUR');
  return [found?.balance_exact ?? '', found?.held_exact ?? ''];
}

/** Returns the bank's balance minus the books' balance, in cents. The difference is zero after every statement. */
async function differenceOf(bank: Bank): Promise<string | null | undefined> {
  return (await deskOf(bank)).accounts.find(({ id }) => id === 'main-eur')?.difference_exact;
}

/** Makes a payment batch of ready payouts as the first operator. */
export const makeBatch = async ({ olu }: Bank, payouts: readonly string[]): Promise<PaymentBatch> => {
  const body = { account: 'main-eur', scheme: 'sepa' as const, payouts: [...payouts] };
  return (await olu.client.call(endpoints.makeBatch, { body })).batch;
};

/** Approves a batch as the second operator, gives it to the bank, and returns its payments. */
export async function payBatch({ olu, amara, folder }: LiveBank, { id, number }: PaymentBatch) {
  await amara.client.call(endpoints.approveBatch, { params: { id } });
  await olu.client.call(endpoints.markBatchSent, { params: { id } });
  const [file] = checkFile('batch.xml', [readFileSync(path.join(folder, 'outbox', `batch-${number}-main-eur.xml`))]);
  return file?.statements[0]?.lines ?? [];
}

/** Expects the bank account in the books to be equal to the bank, and the sweep to find nothing. */
export async function expectReconciled(bank: Bank & { florin: TestApp }): Promise<void> {
  const difference = await differenceOf(bank);
  if (difference !== '0.00') throw new Error(`bank and books differ by ${difference}`);
  await bank.florin.expectCleanBooks();
}
