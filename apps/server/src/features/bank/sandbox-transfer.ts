import { Buffer } from 'node:buffer';
import type { Policy, Transaction } from '@florin/contract';
import { amountOf, toDecimal, type Amount, type FiatCode } from '@florin/money';
import type { JournalEntry, Standing } from '../../ledger/index.ts';
import { digestUuid } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { OperatorAccount, PretendedBank } from '../../providers/bank/bank.ts';
import type { History } from '../activity/index.ts';
import { assertWithin } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import { bookLines, entryOf, lineToPost, type BookingDependencies, type LineToPost } from './book-lines.ts';
import { importBankFile } from './import-file.ts';
import { paymentReferenceOf } from './payment-references.ts';

type Dependencies = BookingDependencies & {
  readonly history: History;
  readonly pretendedBank: PretendedBank;
  readonly policy: Policy;
};

/** The code of an incoming transfer (ISO 20022). */
const incoming = 'PMNT-RCDT-ESCT';

/** Another transfer may change the balance between its reading and the import of the statement. */
const maxAttempts = 20;

/**
 * Makes the simulated bank report a transfer of the member on a statement, and imports the statement like any other.
 * Repeating the command changes nothing. Errors: `invalid_amount`, `idempotency_key_reused`.
 */
export async function simulateTransfer(
  dependencies: Dependencies,
  member: Member,
  command: Command,
  amount: Amount<FiatCode>,
): Promise<Transaction> {
  const account = dependencies.pretendedBank.accounts.find(({ currency }) => currency === amount.asset);
  if (!account) throw new Refusal('not_found', 'The sandbox has no bank account in this currency.');
  // The bank's id of the transfer follows from the command, so a repeated command finds the line of the first.
  const id = digestUuid('sandbox-transfer', command.key).replaceAll('-', '');
  const before = await lineToPost(dependencies.pool, account.id, id);
  await assertWithin(dependencies.policy.deposits, amount, 'Add', async () => before !== undefined);
  const line = before ?? (await reported(dependencies, { member, account, amount, id }));
  if (line.amount !== amount.units)
    throw new Refusal('idempotency_key_reused', 'This idempotency key was used for another amount.');
  await bookLines(dependencies);
  const entry = await entryOf(dependencies.ledger, (await lineToPost(dependencies.pool, account.id, id)) ?? line);
  return dependencies.history.lineOf(member, 'deposit', { entry, standing: await standingOf(dependencies, entry) });
}

type Transfer = {
  readonly member: Member;
  readonly account: OperatorAccount;
  readonly amount: Amount<FiatCode>;
  readonly id: string;
};

/** Imports a statement that continues from the account's current balance. */
async function reported(dependencies: Dependencies, { member, account, amount, id }: Transfer): Promise<LineToPost> {
  const { pool, pretendedBank } = dependencies;
  const reference = await paymentReferenceOf(pool, member.id);
  for (let attempt = 1; ; attempt++) {
    const { opening, sequence } = await standingOfAccount(dependencies, account);
    const [before, after] = [opening, amountOf(amount.asset, opening.units + amount.units)].map(toDecimal);
    const statement = pretendedBank.statementOf({
      account,
      id,
      sequence,
      opening: before ?? '',
      closing: after ?? '',
      lines: [
        { amount: toDecimal(amount), counterparty: member.name, reference, remittance: reference, id, code: incoming },
      ],
      at: new Date(),
    });
    const bytes = Buffer.from([...statement].join(''));
    const open = async function* () {
      yield bytes;
    };
    try {
      await importBankFile({ pool, accounts: pretendedBank.accounts }, { name: `${id}.xml`, open });
    } catch (error) {
      if (!(error instanceof BankFileProblem && error.isOutOfOrder) || attempt === maxAttempts) throw error;
    }
    const line = await lineToPost(pool, account.id, id);
    if (line) return line;
  }
}

/** Returns the balance before the next statement, and its number. */
async function standingOfAccount({ pool }: Dependencies, { id, currency }: OperatorAccount) {
  const { rows } = await pool.query<{ balance: bigint | null; sequence: string | null }>(
    'select balance, sequence from operator_accounts where id = $1',
    [id],
  );
  const { balance = null, sequence = null } = rows[0] ?? {};
  return { opening: amountOf(currency, balance ?? 0n), sequence: String(Number(sequence ?? 0) + 1) };
}

async function standingOf({ ledger }: Dependencies, { actor, key }: JournalEntry): Promise<Standing> {
  const books = await ledger.booksOf(actor);
  const { rows } = await books.query<{ id: bigint }>('select id from member_books.entries where key = $1', [key]);
  if (!rows[0]) throw new Refusal('busy', 'The transfer is on the statement and will be booked in a moment.');
  return { outcome: 'duplicate', entryId: rows[0].id };
}
