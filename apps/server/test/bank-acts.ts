import { endpoints } from '@florin/contract';
import { bookLines, importBankFile, keepOperatorAccounts, paymentReferenceOf } from '../src/features/bank/index.ts';
import { camt053, type GivenLine, type GivenStatement } from './camt053.ts';
import { operator } from './kyc.ts';
import { approve } from './second-operator.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

/** The acts of the bank and of two operators. */
export type BankActs = {
  /** Imports a statement of the operator's bank account in dollars, and books its lines. */
  readonly importStatement: (statement: Partial<GivenStatement>) => Promise<void>;
  /**
   * Returns a new member whose bank took back a transfer of this many dollars, after the member had spent the whole
   * amount.
   */
  readonly owing: (dollars: string) => Promise<TestMember>;
  /** Credits a transfer of this many dollars to the member. */
  readonly transferTo: (member: TestMember, dollars: string) => Promise<void>;
  /** Two operators write off the member's receivable. */
  readonly writeOff: (member: TestMember) => Promise<void>;
  /** Two operators book unallocated euros as the institution's own money. */
  readonly bookOwnFunds: (euros: string) => Promise<void>;
  /** Pays unallocated euros back to their payer. */
  readonly payBack: (euros: string) => Promise<void>;
};

const operatorAccount = {
  id: 'main-usd',
  currency: 'USD',
  holder: 'Florin Example Inc.',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  account_number: '123456789',
} as const;

async function importDollars({ app, database }: TestApp, statement: Partial<GivenStatement>): Promise<void> {
  const { dependencies } = app;
  await keepOperatorAccounts(database.pool, [operatorAccount]);
  const text = camt053([{ iban: operatorAccount.account_number, currency: 'USD', ...statement }]);
  const open = async function* () {
    yield Buffer.from(text);
  };
  const accounts = [operatorAccount, ...dependencies.operatorAccounts];
  await importBankFile({ pool: database.pool, accounts }, { name: 'statement.xml', open });
  await bookLines({ ...dependencies, thirdPartyDeposits: 'review' });
}

let bankLines = 0;
export const bankLine = (amount: string, more: Partial<GivenLine>): GivenLine => ({
  amount,
  day: '2026-11-20',
  id: `LINE${(bankLines += 1)}`,
  ...more,
});

/** Opens the bank accounts of the operator. */
export async function bankActs(florin: TestApp): Promise<BankActs> {
  const { pool } = florin.database;
  const [olu, amara] = [await operator(florin, 'Olu'), await operator(florin, 'Amara')];
  const transferTo = async ({ user }: TestMember, dollars: string, more: Partial<GivenLine> = {}) => {
    const text = await paymentReferenceOf(pool, user.id);
    await importDollars(florin, { lines: [bankLine(dollars, { payer: user.name, text, ...more })] });
  };
  const importEuros = (statement: Partial<GivenStatement>) =>
    uploadFile(florin, olu, endpoints.uploadBankFile, {
      name: 'statement.xml',
      bytes: Buffer.from(camt053([{ iban: 'DE75512108001245126199', currency: 'EUR', ...statement }])),
    });
  /** Imports a transfer that names no member, and returns its line. */
  const unallocated = async (euros: string): Promise<string> => {
    await importEuros({ lines: [bankLine(euros, { payer: 'Piet de Vries', text: 'no reference' })] });
    return (await olu.client.call(endpoints.getBankDesk)).unallocated.at(-1)?.id ?? '';
  };
  await importEuros({ opening: '0.00', closing: '0.00' });
  return {
    importStatement: (statement) => importDollars(florin, statement),
    transferTo,
    owing: async (dollars) => {
      const member = await florin.signUp('Debtor');
      await transferTo(member, dollars, { endToEnd: member.user.id });
      // With the fee of 0.5 %, this is the whole balance of 250.00.
      await member.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '248.75' } });
      const reversal = bankLine(`-${dollars}`, { endToEnd: member.user.id, reversal: true });
      await importDollars(florin, { lines: [reversal] });
      return member;
    },
    writeOff: async ({ user }) => {
      const owed = await olu.client.call(endpoints.listReceivables);
      const id = owed.find(({ user_id: debtor }) => debtor === user.id)?.id ?? '';
      const call = { params: { id }, body: { reason: 'They cannot pay.' } };
      await approve(amara, (await olu.client.call(endpoints.writeOffReceivable, call)).proposal.id);
    },
    bookOwnFunds: async (euros) => {
      const call = { params: { line: await unallocated(euros) }, body: { reason: 'The owners paid it in.' } };
      await approve(amara, (await olu.client.call(endpoints.bookOwnFunds, call)).proposal.id);
    },
    payBack: async (euros) => {
      const line = await unallocated(euros);
      await olu.client.call(endpoints.returnLine, { params: { line }, body: { reason: 'He asked for it.' } });
      const body = { account: 'sandbox-eur', scheme: 'sepa' as const, payouts: [`l${line}`] };
      const { batch } = await olu.client.call(endpoints.makeBatch, { body });
      await amara.client.call(endpoints.approveBatch, { params: { id: batch.id } });
      await olu.client.call(endpoints.markBatchSent, { params: { id: batch.id } });
      const { rows } = await pool.query<{ id: string }>('select id from payouts where batch_id = $1', [batch.id]);
      const endToEnd = rows[0]?.id.replaceAll('-', '') ?? '';
      await importEuros({ lines: [bankLine(`-${euros}`, { endToEnd })] });
    },
  };
}
