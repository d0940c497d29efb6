import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { expect } from 'vitest';
import { bookLines } from '../src/features/bank/index.ts';
import type { GivenLine } from './camt053.ts';
import { expectReconciled, houseBalance, importLine, importTransfer, lineIdOf, type LiveBank } from './live-bank.ts';
import type { TestMember } from './test-app.ts';

/** The answer to a member with an open receivable. */
export const restricted = { status: 403, body: { code: 'account_restricted' } };

/** A bank account of members, for withdrawals. */
export const theirAccount = { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' } as const;

export const endToEndId = () => `E2E-${randomUUID().slice(0, 8)}`;

/** The steps of tests about deposits that are taken back. */
export const takenDeposits = (bank: LiveBank, friend: TestMember) => ({
  /** Returns a new member with a deposit of this amount, its end-to-end id, and its line. */
  async depositor(amount: string, more: Partial<GivenLine> = {}) {
    const member = await bank.florin.signUp('Inês Müller');
    const endToEnd = more.endToEnd ?? endToEndId();
    const id = await importTransfer(bank, member, amount, { ...more, endToEnd });
    return { member, endToEnd, line: await lineIdOf(bank, id) };
  },

  /** Imports the bank's debit, and returns its reference. */
  takeBack: (amount: string, endToEnd: string, more: Partial<GivenLine> = {}) =>
    importLine(bank, `-${amount}`, { endToEnd, reversal: true, ...more }),

  recall: (line: string, { by = bank.olu, key = randomUUID() } = {}) =>
    by.client.call(
      endpoints.recallDeposit,
      { params: { line }, body: { reason: 'The bank asks for it.' } },
      { idempotencyKey: key },
    ),

  /** Sends euros to a friend, for a fee of 2 %. */
  send: ({ client }: TestMember, amount: string) =>
    client.call(endpoints.sendMoney, { body: { recipient_email: friend.user.email, amount, currency: 'EUR' } }),

  receivablesOf: async ({ user }: TestMember) =>
    (await bank.olu.client.call(endpoints.listReceivables)).filter(({ user_id: id }) => id === user.id),

  mailsTo: async ({ user }: TestMember) =>
    (await bank.florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } })).map(
      ({ subject }) => subject,
    ),

  /** Runs the bank's job. */
  book: () => bookLines(bank.florin.app.dependencies),

  /** Expects clean books that equal the bank's balance and contain the members' receivables. */
  async expectInBooks() {
    await expectReconciled(bank);
    const { rows } = await bank.florin.database.pool.query<{ open: bigint }>(
      'select coalesce(sum(open), 0) as open from taken_deposits',
    );
    const inBooks = 0 - (await houseBalance(bank, 'receivables'));
    expect(inBooks, 'the books have what members owe').toBe(Number(rows[0]?.open));
  },
});

/** Returns the newest line of the member's history. */
export const newestLine = async ({ client }: TestMember) =>
  (await client.call(endpoints.listTransactions, { query: {} }))[0];
