import type { Policy } from '@florin/contract';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { recordAct } from '../../audit/index.ts';
import { propose, proposedBefore, type Carrier, type Proposal, type Proposed } from '../../proposals/index.ts';
import { whyNotReturnable } from '../payouts/payer-account.ts';
import { returnsInBatches } from '../payouts/payer-returns.ts';
import { canPayByFile } from '../payouts/schemes.ts';
import { assertPayerNotListed, type NameChecks } from '../screen-payers.ts';
import { aboutLine, lineById, lineText, lockLine, needsSecond, notUnallocated, type DeskLine } from './desk-line.ts';

type Dependencies = NameChecks & { readonly policy: Policy; readonly operatorAccounts: readonly OperatorAccount[] };

/**
 * Returns unallocated money to its payer: the line waits for a payment batch, which two operators release. Proposes the
 * return instead if the amount or the payer's name needs a second operator. A repeated call changes nothing.
 *
 * Errors: `line_not_found`; `line_not_unallocated`; `line_not_returnable` with the reason; `proposal_open`;
 * `second_operator_required` if the line names the operator's own account; `name_on_list`.
 */
export async function returnLine(
  dependencies: Dependencies,
  id: string,
  { by, command, reason }: { readonly by: Proposed['by']; readonly command: Command; readonly reason: string },
): Promise<Proposal | undefined> {
  const { pool, screening } = dependencies;
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const line = await lineById(pool, id);
  if (line.match === 'to-payer') return undefined;
  assertReturnable(dependencies, line);
  if (line.userId === by.operator.id)
    throw new Refusal('second_operator_required', 'This line names your own account. Another operator must handle it.');
  await assertPayerNotListed(dependencies, line);
  if (needsSecond(dependencies.policy, line) || (line.payer !== null && screening.screen(line.payer).length > 0))
    return propose(pool, {
      by,
      command,
      about: { kind: 'return_line', ...aboutLine(line) },
      ...(line.userId === null ? {} : { memberId: line.userId }),
      reason,
      on: lineText(line),
    });
  await transact(pool, async (tx) => {
    await markReturned(tx, line.id);
    await recordAct(tx, { ...by, did: 'Returned statement line to its payer', on: `${lineText(line)}: ${reason}` });
  });
  return undefined;
}

/** Carries out an approved proposal. */
export const returnCarrier =
  (dependencies: Dependencies): Carrier =>
  async ({ about }) => {
    if (about.kind !== 'return_line') throw notUnallocated();
    const line = await lineById(dependencies.pool, about.line);
    assertReturnable(dependencies, line);
    await assertPayerNotListed(dependencies, line);
    return { carryOut: (tx) => markReturned(tx, line.id) };
  };

/** Cancels a return that is in no batch. Errors: `line_not_found`, `line_not_returnable`. */
export async function keepLine(pool: Pool, id: string, by: Proposed['by']): Promise<void> {
  await transact(pool, async (tx) => {
    const line = await lockLine(tx, (await lineById(tx, id)).id);
    if (line.match === 'unallocated') return;
    if (line.match !== 'to-payer') throw notReturnable('This money does not go back to its payer.');
    if ((await returnsInBatches(tx, [line.id])).size > 0)
      throw notReturnable('This return is in a payment batch. Refuse the batch first.');
    await tx.query(`update bank_lines set match = 'unallocated' where id = $1`, [line.id]);
    await recordAct(tx, { ...by, did: 'Canceled return of statement line', on: lineText(line) });
  });
}

function returnProblem(
  accounts: readonly OperatorAccount[],
  { account, amount, payer, payerNumber }: Pick<DeskLine, 'account' | 'amount' | 'payer' | 'payerNumber'>,
): string | undefined {
  const line = { amount: amount.units, currency: amount.asset, counterparty: payer, counterparty_account: payerNumber };
  return whyNotReturnable(line, canPayByFile(accounts, account));
}

function assertReturnable({ operatorAccounts }: Dependencies, line: DeskLine): void {
  if (line.match !== 'unallocated' || !line.posted) throw notUnallocated();
  const problem = returnProblem(operatorAccounts, line);
  if (problem !== undefined) throw notReturnable(problem);
}

/** The row's lock lets only one of several operators act on the line, whatever their commands. */
async function markReturned(tx: Queryable, id: bigint): Promise<void> {
  const { rowCount } = await tx.query(
    `update bank_lines set match = 'to-payer' where id = $1 and match = 'unallocated' and posted`,
    [id],
  );
  if (rowCount !== 1) throw notUnallocated();
}

const notReturnable = (sentence: string) => new Refusal('line_not_returnable', sentence);
