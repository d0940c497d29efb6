import type { Ledger } from '../../../ledger/index.ts';
import type { Command } from '../../../platform/http/route.ts';
import { propose, proposedBefore, type Carrier, type Proposal, type Proposed } from '../../proposals/index.ts';
import { houseEntry } from '../house-entry.ts';
import { lockDue } from '../payouts/due-lines.ts';
import { assertPayerNotListed, type NameChecks } from '../screen-payers.ts';
import { aboutLine, closesSoon, lineById, lineText, notUnallocated, type DeskLine } from './desk-line.ts';

type Dependencies = NameChecks & { readonly ledger: Ledger };

/**
 * Proposes to book an unallocated line as the institution's own money. The money came from, or went to, an account that
 * is not in FLORIN_CONFIG. The proposal always needs a second operator, because the money then no longer counts as the
 * members'.
 *
 * Errors: `line_not_found`; `line_not_unallocated`, also for a line that names a payment batch; `name_on_list`;
 * `proposal_open`; `second_operator_required` if the line names the operator's own account.
 */
export async function proposeOwnFunds(
  dependencies: Dependencies,
  id: string,
  { by, command, reason }: { readonly by: Proposed['by']; readonly command: Command; readonly reason: string },
): Promise<Proposal> {
  const { pool } = dependencies;
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const line = await lineById(pool, id);
  assertOpen(line);
  await assertPayerNotListed(dependencies, line);
  return propose(pool, {
    by,
    command,
    about: { kind: 'book_own_funds', ...aboutLine(line), recalls: line.recalls },
    ...(line.userId === null ? {} : { memberId: line.userId }),
    reason,
    on: lineText(line),
  });
}

/**
 * Carries out an approved proposal. The proposal no longer applies if the line was credited since, even if that credit
 * was taken back.
 */
export const ownFundsCarrier =
  (dependencies: Dependencies): Carrier =>
  async ({ about }) => {
    if (about.kind !== 'book_own_funds') throw notUnallocated();
    const { pool, ledger } = dependencies;
    const line = await lineById(pool, about.line);
    assertOpen(line);
    await assertPayerNotListed(dependencies, line);
    const { asset, units } = line.amount;
    const entry = await houseEntry(ledger, 'bank-own-funds', { id: line.id, amount: units, currency: asset });
    return {
      carryOut: async (tx) => {
        if (!(await lockDue(tx, line.id))) throw notUnallocated(closesSoon);
        // The row's lock lets only one of several operators act on the line, whatever their commands.
        const { rowCount } = await tx.query(
          `update bank_lines set match = 'own-funds', reason = null, user_id = null
           where id = $1 and match = 'unallocated' and posted and recalls = $2`,
          [line.id, about.recalls],
        );
        if (rowCount !== 1) throw notUnallocated();
        await ledger.postWithin(tx, entry, {});
      },
    };
  };

function assertOpen({ match, posted, reason }: DeskLine): void {
  if (match !== 'unallocated' || !posted) throw notUnallocated();
  if (reason === 'batch_amount')
    throw notUnallocated('This line names a payment batch, so it is about withdrawals. Settle the batch.');
}
