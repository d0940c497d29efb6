import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile } from '@florin/bank-files';
import { endpoints, type PaymentBatch, type PayoutScheme } from '@florin/contract';
import { expect } from 'vitest';
import { setRole } from '../src/features/identity/operators/change-user.ts';
import { paymentReferenceOf } from '../src/features/bank/payment-references.ts';
import { camt053, type GivenLine, type GivenStatement } from './camt053.ts';
import { createTestApp, type TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

const common = { holder: 'Florin Example Ltd', bank: 'Example Bank', purpose: 'safeguarding' };
export const nacha = {
  immediate_destination: '021000021',
  immediate_origin: '1234567890',
  company_name: 'FLORIN EXAMPLE',
  company_id: '1234567890',
  odfi_routing: '021000021',
};

/** An operator account, and a bank account of a member, for each currency. */
const kinds = {
  EUR: {
    account: { ...common, id: 'main-eur', currency: 'EUR', iban: 'DE75512108001245126199' },
    name: 'DE75512108001245126199',
    scheme: 'sepa',
    theirs: { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' },
  },
  USD: {
    account: {
      ...common,
      id: 'main-usd',
      currency: 'USD',
      routing_number: '021000021',
      account_number: '123456789',
      nacha,
    },
    name: '123456789',
    scheme: 'nacha',
    theirs: {
      currency: 'USD',
      routing_number: '121042882',
      account_number: '987001',
      account_type: 'checking',
    },
  },
} as const;

export type Withdrawal = { readonly member: TestMember; readonly id: string };

export type PayoutRoom = Awaited<ReturnType<typeof openPayoutRoom>>;

/** Starts the product with one operator account, two operators and a folder for the bank's files. */
export async function openPayoutRoom(currency: keyof typeof kinds, changes: Record<string, unknown> = {}) {
  const { account, name, scheme: usual, theirs } = kinds[currency];
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-payouts-'));
  const config = path.join(folder, 'florin.json');
  writeFileSync(config, JSON.stringify({ operator_accounts: [{ ...account, ...changes }] }));
  const env = { FLORIN_CONFIG: config, FLORIN_BANK_DIR: folder };
  const florin = await createTestApp(env, { timing: { callBackSeconds: 0 } });
  const [olu, amara] = [await florin.signUp('Olu'), await florin.signUp('Amara')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });

  const upload = (file: string, text: string | Buffer) =>
    uploadFile(florin, olu, endpoints.uploadBankFile, { name: file, bytes: Buffer.from(text) });
  const statement = (given: Partial<GivenStatement>) =>
    upload('statement.xml', camt053([{ iban: name, currency, ...given }]));
  const line = (amount: string, more: Partial<GivenLine> = {}) =>
    statement({ lines: [{ amount, day: '2026-11-20', id: randomUUID().slice(0, 8), ...more }] });
  await statement({ opening: '0.00', closing: '0.00' });

  /** A member who has paid in 100 by transfer, and withdraws a part to a bank account. */
  const withdrawal = async (amount: string, holder = 'Inês Müller'): Promise<Withdrawal> => {
    const member = await florin.signUp(holder);
    const { client, user } = member;
    await line('100.00', { payer: holder, text: await paymentReferenceOf(florin.database.pool, user.id) });
    const method = await client.call(endpoints.addBankAccount, { body: theirs });
    const body = { amount, currency, payment_method_id: method.id } as const;
    const { id } = await client.call(endpoints.withdraw, { body });
    return { member, id };
  };
  const desk = () => olu.client.call(endpoints.getPayoutDesk);
  const make = async (payouts: readonly Withdrawal[], scheme: PayoutScheme = usual): Promise<PaymentBatch> => {
    const body = { account: account.id, scheme, payouts: payouts.map(({ id }) => id) };
    return (await olu.client.call(endpoints.makeBatch, { body })).batch;
  };
  const approve = async ({ id }: PaymentBatch, by = amara): Promise<PaymentBatch> =>
    (await by.client.call(endpoints.approveBatch, { params: { id } })).batch;
  const markSent = ({ id }: PaymentBatch) => olu.client.call(endpoints.markBatchSent, { params: { id } });
  const outboxFile = ({ file_name: file }: PaymentBatch) => path.join(folder, 'outbox', file);
  const contentOf = (batch: PaymentBatch) => readFileSync(outboxFile(batch));
  const linesIn = (batch: PaymentBatch) => checkFile('file', [contentOf(batch)])[0]?.statements[0]?.lines ?? [];

  /** Withdrawals in a batch that was approved and given to the bank, with their ids in the file by amount. */
  const paidOut = async (...amounts: readonly string[]) => {
    const payouts: Withdrawal[] = [];
    for (const amount of amounts) payouts.push(await withdrawal(amount));
    const batch = await approve(await make(payouts));
    await markSent(batch);
    const written = new Map(linesIn(batch).map((one) => [one.amount.replace('-', ''), one.end_to_end_id ?? '']));
    return { batch, payouts, ids: amounts.map((amount) => written.get(amount) ?? '') };
  };
  const house = async (kind: string): Promise<number> => {
    const { rows } = await florin.database.pool.query<{ posted: bigint }>(
      'select posted from books.house_balances where kind = $1 and asset = $2',
      [kind, currency],
    );
    return Number(rows[0]?.posted ?? 0n);
  };
  return {
    florin,
    folder,
    olu,
    amara,
    upload,
    statement,
    line,
    withdrawal,
    desk,
    make,
    approve,
    markSent,
    outboxFile,
    contentOf,
    linesIn,
    paidOut,
    house,
    status: async ({ member, id }: Withdrawal) =>
      (await member.client.call(endpoints.getTransaction, { params: { id } })).status,
    wallet: async ({ member }: Withdrawal) => {
      const wallets = await member.client.call(endpoints.listWallets);
      const found = wallets.find((one) => one.currency === currency);
      return [found?.balance_exact, found?.held_exact];
    },
    batchNow: async ({ id }: PaymentBatch) => {
      const found = (await desk()).batches.find((one) => one.id === id);
      if (!found) throw new Error('the batch is not on the desk');
      return found;
    },
    /** Expects that the books are clean and equal to the bank, and stops the product. */
    close: async () => {
      const { rows } = await florin.database.pool.query<{ balance: bigint }>('select balance from operator_accounts');
      const atBank = rows.reduce((sum, { balance }) => sum + Number(balance ?? 0n), 0);
      expect(await house(`bank:${account.id}`)).toBe(atBank === 0 ? 0 : -atBank);
      await florin.expectCleanBooks();
      await florin.close();
      rmSync(folder, { recursive: true });
    },
  };
}
