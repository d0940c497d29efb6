import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import { houseOwner, type JournalEntry, type Ledger } from '../../ledger/index.ts';
import { numberArray } from '../../platform/database/array-literal.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import { pace } from '../../platform/pace.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collectReceivables } from '../receivables/index.ts';
import { bankTransferKind } from './bank-transfer.ts';
import { connectCardPayouts } from './connect-card-payouts.ts';
import { decideLines, type DecidingDependencies } from './decide-lines.ts';
import { bankAccountKind } from './operator-account.ts';
import { balanceReturned } from './payouts/due-lines.ts';
import { settleBatches } from './payouts/settle-batches.ts';
import { settlePayouts } from './payouts/settle-payouts.ts';
import { connectReversals } from './reversals/connect-reversals.ts';
import { linePostings } from './postings.ts';

export type BookingDependencies = DecidingDependencies & { readonly ledger: Ledger; readonly logger: Logger };

/** The house account for each kind of line but a deposit. Payouts are between Florin and the bank in `bank-clearing`. */
const sides = {
  unallocated: 'unallocated',
  'to-payer': 'unallocated',
  'bank-fee': 'bank-fees',
  'own-funds': 'own-funds',
  payout: 'bank-clearing',
  return: 'bank-clearing',
  explained: 'unallocated',
  'card-payout': 'card-clearing',
} as const;

const everySeconds = 1;
const atOnce = 500;

/** Larger batches cost less per line, but members' sends in the same batch of the ledger wait longer. */
const postedAtOnce = 250;

/**
 * The number of lines that are posted per second while members use this node. 100,000 lines then take half a minute.
 */
const linesPerSecond = 3_000;

/** Schedules the job that books new statement lines every second. */
export const scheduleBankLines = (dependencies: BookingDependencies) =>
  recurringJob(dependencies, 'book-bank-lines', everySeconds, (signal) => bookLines(dependencies, signal));

/**
 * Classifies each new line and posts it. Stores the decision first and derives the entry's key from the line. An
 * interrupted run, or a run repeated by another node, thus posts each line once.
 */
export async function bookLines(dependencies: BookingDependencies, signal?: AbortSignal): Promise<void> {
  const nextSlice = pace(linesPerSecond);
  for (const statement of await statementsToPost(dependencies.pool)) {
    await decideLines(dependencies, statement, signal);
    for (let after: bigint | undefined = 0n; after !== undefined && !signal?.aborted;)
      after = await postSome(dependencies, statement, after, nextSlice);
    await endStatement(dependencies.pool, statement);
  }
  await settleBatches(dependencies);
  await settlePayouts(dependencies);
  await balanceReturned(dependencies);
  await connectReversals(dependencies);
  await connectCardPayouts(dependencies);
  await collectReceivables(dependencies, signal);
}

async function statementsToPost(pool: Pool): Promise<bigint[]> {
  const { rows } = await pool.query<{ id: bigint }>('select id from bank_statements where not posted order by id');
  return rows.map(({ id }) => id);
}

async function endStatement(pool: Pool, statement: bigint): Promise<void> {
  await pool.query(
    `update bank_statements set posted = true
     where id = $1 and not exists (select from bank_lines where statement_id = $1 and not posted)`,
    [statement],
  );
}

export type LineToPost = {
  readonly id: bigint;
  readonly account: string;
  readonly currency: FiatCode;
  readonly amount: bigint;
  readonly match: 'deposit' | keyof typeof sides;
  readonly user_id: string | null;
  readonly counterparty: string | null;
  /** The batch that this line explains. The batch's money is unallocated. */
  readonly explains: bigint | null;
  /** The part of a payout's line that is the bank's charge. */
  readonly charge: bigint | null;
};

const lineColumns = 'l.id, l.account, a.currency, l.amount, l.match, l.user_id, l.counterparty, l.explains, l.charge';

/** Returns the line with this reference of the bank. */
export async function lineToPost(pool: Pool, account: string, bankReference: string): Promise<LineToPost | undefined> {
  const { rows } = await pool.query<LineToPost>(
    `select ${lineColumns} from bank_lines l join operator_accounts a on a.id = l.account
     where l.account = $1 and l.bank_reference = $2`,
    [account, bankReference],
  );
  return rows[0];
}

/** Posts the next lines. Returns the last line's id, or undefined if there are no more. */
async function postSome(
  dependencies: BookingDependencies,
  statement: bigint,
  after: bigint,
  nextSlice: (lines: number) => Promise<void>,
): Promise<bigint | undefined> {
  const lines = await linesToPost(dependencies.pool, statement, after);
  await nextSlice(lines.length);
  const next = lines.values();
  const posted: bigint[] = [];
  const postNext = async () => {
    for (const line of next) if (await postLine(dependencies, line)) posted.push(line.id);
  };
  await Promise.all(Array.from({ length: postedAtOnce }, postNext));
  await markPosted(dependencies.pool, posted);
  return lines.at(-1)?.id;
}

async function linesToPost(pool: Pool, statement: bigint, after: bigint): Promise<LineToPost[]> {
  const { rows } = await pool.query<LineToPost>(
    `select ${lineColumns}
     from (select * from bank_lines where statement_id = $1 and id > $2 and not posted and match is not null
           order by id limit $3) l
       join operator_accounts a on a.id = l.account
     order by l.id`,
    [statement, after, atOnce],
  );
  return rows;
}

/** Returns whether the line is posted. The next run repeats an unposted line. */
async function postLine(dependencies: BookingDependencies, line: LineToPost): Promise<boolean> {
  const { ledger, logger, pool } = dependencies;
  try {
    await ledger.post(await entryOf(ledger, line), {});
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_closed') await leaveUnallocated(pool, line.id);
    else if (!(error instanceof Refusal)) logger.error({ err: error, line: line.id }, 'a statement line is stuck');
    return false;
  }
}

/** The member closed the account since the decision. */
async function leaveUnallocated(pool: Pool, id: bigint): Promise<void> {
  await pool.query(
    `update bank_lines set match = 'unallocated', reason = 'account_closed' where id = $1 and not posted`,
    [id],
  );
}

/** Returns the entry of a line. The entry's key contains the line's id. */
export async function entryOf(ledger: Ledger, line: LineToPost): Promise<JournalEntry> {
  const { id, account, currency, amount, match, counterparty, explains } = line;
  const charge = match === 'payout' ? (line.charge ?? 0n) : 0n;
  const owner = match === 'deposit' ? ownerOf(line) : undefined;
  const [bank, side] = await Promise.all([
    ledger.houseId(explains === null ? bankAccountKind(account) : 'unallocated', currency),
    match === 'deposit' ? ledger.walletId(ownerOf(line), currency) : ledger.houseId(sides[match], currency),
  ]);
  const ofCharge = charge > 0n ? linePostings(bank, await ledger.houseId('bank-fees', currency), -charge) : [];
  const isNothing = explains !== null && match === 'unallocated'; // the money stays in its account
  return {
    key: digestUuid('bank-line', String(id)),
    requestHash: 0n,
    actor: owner ?? houseOwner,
    kind: match === 'deposit' ? bankTransferKind : `bank-${match}`,
    metadata: { line: String(id), payer: counterparty ?? undefined },
    postings: isNothing ? [] : [...linePostings(bank, side, amount + charge), ...ofCharge],
  };
}

/** Throws without a member, because the money would go to a wallet that belongs to no member. */
function ownerOf({ id, user_id }: LineToPost): string {
  if (user_id === null) throw new Error(`line ${id} is a deposit without a member`);
  return user_id;
}

async function markPosted(pool: Pool, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await pool.query('update bank_lines set posted = true where id = any ($1)', [numberArray(ids)]);
}
