import type { Policy } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { propose, proposedBefore, type Carrier, type Proposal, type Proposed } from '../../proposals/index.ts';
import { takenBackKey, takeDepositBack, type CreditedDeposit } from '../reversals/take-deposit-back.ts';
import { aboutLine, lineById, lineText, lockLine, needsSecond, type DeskLine } from './desk-line.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly policy: Policy };

/**
 * Takes a deposit back from its member, because the bank asks for it (camt.056), or proposes this. The line is then
 * unallocated: an operator returns it to the payer, or the bank's debit takes it.
 *
 * Errors: `line_not_found`; `line_not_recallable`; `proposal_open`; `second_operator_required` for the operator's own
 * deposit; and the ledger's.
 */
export async function recallDeposit(
  dependencies: Dependencies,
  id: string,
  { by, command, reason }: { readonly by: Proposed['by']; readonly command: Command; readonly reason: string },
): Promise<Proposal | undefined> {
  const { pool, ledger } = dependencies;
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const line = await lineById(pool, id);
  if (await wasRecalledBy(pool, line, command)) return undefined;
  const deposit = creditedDeposit(line);
  if (deposit.userId === by.operator.id)
    throw new Refusal('second_operator_required', 'This is your own account. Another operator must handle it.');
  const member = deposit.userId;
  if (needsSecond(dependencies.policy, line))
    return propose(pool, {
      by,
      command,
      about: { kind: 'recall_deposit', ...aboutLine(line) },
      memberId: member,
      reason,
      on: lineText(line),
    });
  const taking = await takeDepositBack(ledger, deposit, { cause: 'recall', command: command.key });
  await transact(pool, async (tx) => {
    await recallWithin(tx, deposit, taking);
    await recordAct(tx, { ...by, did: 'Took back deposit', member, on: `${lineText(line)}: ${reason}` });
  });
  return undefined;
}

/** Carries out an approved proposal. */
export const recallCarrier =
  ({ pool, ledger }: Dependencies): Carrier =>
  async ({ about }) => {
    if (about.kind !== 'recall_deposit') throw notRecallable();
    const deposit = creditedDeposit(await lineById(pool, about.line));
    const taking = await takeDepositBack(ledger, deposit, { cause: 'recall' });
    return { carryOut: (tx) => recallWithin(tx, deposit, taking) };
  };

async function recallWithin(
  tx: Queryable,
  { line, userId, recalls }: CreditedDeposit,
  taking: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const now = await lockLine(tx, line);
  if (now.match !== 'deposit' || now.userId !== userId || now.recalls !== recalls) throw notRecallable();
  await taking(tx);
}

function creditedDeposit({ id, match, posted, userId, amount, payer, recalls }: DeskLine): CreditedDeposit {
  if (match !== 'deposit' || !posted || userId === null) throw notRecallable();
  return { line: id, userId, amount, payer: payer ?? undefined, recalls };
}

/** Returns whether this command took the deposit back before, and its answer was lost. */
async function wasRecalledBy(pool: Pool, { id, recalls }: DeskLine, { key }: Command): Promise<boolean> {
  const keys = Array.from({ length: recalls }, (_, times) => takenBackKey(id, times));
  const { rows } = await pool.query(`select from books.entries where key = any ($1) and metadata ->> 'command' = $2`, [
    keys,
    key,
  ]);
  return rows.length > 0;
}

const notRecallable = () =>
  new Refusal('line_not_recallable', 'This line is not a deposit of a member, or it was taken back already.');
