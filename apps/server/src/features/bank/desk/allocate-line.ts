import type { Policy } from '@florin/contract';
import type { JournalEntry, Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { digestUuid } from '../../../platform/digest.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import {
  frozenPayee,
  propose,
  proposedBefore,
  type Carrier,
  type Proposal,
  type Proposed,
} from '../../proposals/index.ts';
import { bankTransferKind } from '../bank-transfer.ts';
import { lockDue } from '../payouts/due-lines.ts';
import { allocatedPostings } from '../postings.ts';
import { assertPayerNotListed, type NameChecks } from '../screen-payers.ts';
import { aboutLine, closesSoon, lineById, lineText, needsSecond, notUnallocated, type DeskLine } from './desk-line.ts';

type Dependencies = NameChecks & { readonly ledger: Ledger; readonly policy: Policy };
type Asked = { readonly email: string; readonly reason: string };

type Payee = { readonly id: string; readonly name: string; readonly frozen: boolean };

/**
 * Credits an unallocated line to a member, or proposes it if the amount needs a second operator.
 *
 * Errors: `line_not_found`; `line_not_unallocated`, also for outgoing lines; `user_not_found`; `account_frozen`;
 * `second_operator_required` for the operator's own account; `proposal_open`; `name_on_list`; and the ledger's.
 */
export async function allocate(
  dependencies: Dependencies,
  id: string,
  { by, command, email, reason }: Asked & { readonly by: Proposed['by']; readonly command: Command },
): Promise<Proposal | undefined> {
  const { pool, policy } = dependencies;
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const payee = await payeeByEmail(pool, email);
  if (payee.id === by.operator.id)
    throw new Refusal('second_operator_required', 'This is your own account. Another operator must handle it.');
  const line = await creditableLine(pool, id);
  if (await wasAllocatedBy(pool, line, command)) return undefined;
  await assertPayerNotListed(dependencies, line);
  if (needsSecond(policy, line))
    return propose(pool, {
      by,
      command,
      about: { kind: 'allocate_line', ...aboutLine(line) },
      memberId: payee.id,
      reason,
      on: lineText(line),
    });
  const entry = await entryOf(dependencies, line, payee.id, command.key);
  await transact(pool, async (tx) => {
    await creditLine(tx, dependencies, { line, payee, entry });
    const on = `${lineText(line)}: ${reason}`;
    await recordAct(tx, { ...by, did: 'Allocated statement line', member: payee.id, on });
  });
  return undefined;
}

/** Carries out an approved proposal. */
export const allocationCarrier =
  (dependencies: Dependencies): Carrier =>
  async ({ about, member }) => {
    if (about.kind !== 'allocate_line' || !member) throw notUnallocated();
    const line = await creditableLine(dependencies.pool, about.line);
    const payee = await payeeById(dependencies.pool, member.id);
    await assertPayerNotListed(dependencies, line);
    const entry = await entryOf(dependencies, line, payee.id, undefined);
    return { carryOut: (tx) => creditLine(tx, dependencies, { line, payee, entry }) };
  };

/** Marks the line before it posts: its row lock lets one of several operators win. */
async function creditLine(
  tx: Queryable,
  { ledger }: Dependencies,
  { line, payee, entry }: { readonly line: DeskLine; readonly payee: Payee; readonly entry: JournalEntry },
): Promise<void> {
  if (payee.frozen) throw new Refusal('account_frozen', frozenPayee);
  if (!(await lockDue(tx, line.id))) throw notUnallocated(closesSoon);
  const { rowCount } = await tx.query(
    `update bank_lines set match = 'deposit', user_id = $2, reason = null
     where id = $1 and match = 'unallocated' and posted and recalls = $3`,
    [line.id, payee.id, line.recalls],
  );
  if (rowCount !== 1) throw notUnallocated();
  await ledger.postWithin(tx, entry, {});
}

/** The key follows from the line and from how often it was taken back, so the ledger credits it once each time. */
const allocatedKey = ({ id, recalls }: Pick<DeskLine, 'id' | 'recalls'>): string =>
  recalls === 0
    ? digestUuid('bank-line-allocated', String(id))
    : digestUuid('bank-line-allocated', String(id), String(recalls));

async function entryOf(
  { ledger }: Dependencies,
  line: DeskLine,
  userId: string,
  command: string | undefined,
): Promise<JournalEntry> {
  const { id, amount, payer } = line;
  const [unallocated, wallet] = await Promise.all([
    ledger.houseId('unallocated', amount.asset),
    ledger.walletId(userId, amount.asset),
  ]);
  return {
    key: allocatedKey(line),
    requestHash: 0n,
    actor: userId,
    kind: bankTransferKind,
    metadata: { line: String(id), payer: payer ?? undefined, command },
    postings: allocatedPostings(unallocated, wallet, amount.units),
  };
}

/** Returns whether this command credited the line before, and its answer was lost. */
async function wasAllocatedBy(pool: Pool, line: DeskLine, { key }: Command): Promise<boolean> {
  const keys = Array.from({ length: line.recalls + 1 }, (_, recalls) => allocatedKey({ ...line, recalls }));
  const { rows } = await pool.query(`select from books.entries where key = any ($1) and metadata ->> 'command' = $2`, [
    keys,
    key,
  ]);
  return rows.length > 0;
}

async function creditableLine(pool: Pool, id: string): Promise<DeskLine> {
  const line = await lineById(pool, id);
  if (line.amount.units <= 0n) throw notUnallocated('Only money that came in can be credited to a member.');
  return line;
}

const payeeColumns = 'p.id, p.name, p.disabled_at is not null as frozen from people p';

async function payeeByEmail(pool: Pool, email: string): Promise<Payee> {
  const { rows } = await pool.query<Payee>(
    `select ${payeeColumns} where p.email = $1 and p.closed_at is null and p.email_confirmed_at is not null`,
    [email],
  );
  return rows[0] ?? noUser();
}

async function payeeById(pool: Pool, id: string): Promise<Payee> {
  const { rows } = await pool.query<Payee>(`select ${payeeColumns} where p.id = $1 and p.closed_at is null`, [id]);
  return rows[0] ?? noUser();
}

function noUser(): never {
  throw new Refusal('user_not_found', 'No open account has this address.');
}
