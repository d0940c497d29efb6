import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recordAct } from '../../audit/index.ts';
import type { Proposed } from '../../proposals/index.ts';
import { lockDue } from '../payouts/due-lines.ts';
import { closesSoon, lineById, lineText, lockLine, notUnallocated } from './desk-line.ts';

/**
 * Connects a debit without the deposit's references with the unallocated money that it took back. Both lines cancel
 * each other in `unallocated`, so no member's money moves. A repeated call changes nothing.
 *
 * Errors: `line_not_found`; `line_not_unallocated`, also if the account or the amount differs.
 */
export async function connectLine(
  pool: Pool,
  id: string,
  { by, deposit, reason }: { readonly by: Proposed['by']; readonly deposit: string; readonly reason: string },
): Promise<void> {
  const [debitId, depositId] = [(await lineById(pool, id)).id, (await lineById(pool, deposit)).id];
  await transact(pool, async (tx) => {
    const isOpen = await lockDue(tx, debitId, depositId);
    await tx.query('select from bank_lines where id = any ($1) order by id for update', [[debitId, depositId]]);
    const [debit, deposit] = [await lockLine(tx, debitId), await lockLine(tx, depositId)];
    const { rowCount } = await tx.query('select from bank_lines where id = $1 and reverses = $2', [debitId, depositId]);
    if (rowCount === 1) return;
    if (!isOpen) throw notUnallocated(closesSoon);
    if (debit.match !== 'unallocated' || deposit.match !== 'unallocated' || !debit.posted || !deposit.posted)
      throw notUnallocated();
    if (debit.amount.units >= 0n || debit.account !== deposit.account || debit.amount.units !== -deposit.amount.units)
      throw notUnallocated('The two lines must be of one account, with the same amount out and in.');
    await tx.query(`update bank_lines set match = 'reversed', reason = null where id = any ($1)`, [
      [debitId, depositId],
    ]);
    await tx.query('update bank_lines set reverses = $2 where id = $1', [debitId, depositId]);
    const on = `${lineText(debit)} and line ${depositId}: ${reason}`;
    await recordAct(tx, { ...by, did: 'Connected statement lines', on });
  });
}
