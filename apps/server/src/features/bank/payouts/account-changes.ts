import { reasonText } from '@florin/bank-files';
import type { AccountChange } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordAct } from '../../audit/index.ts';
import { orderOfHold } from '../../funding/index.ts';
import type { ByOperator } from './make-batch.ts';

const maxListed = 50;

type Row = {
  id: string;
  hold: bigint;
  name: string;
  email: string;
  code: string;
  hint: string | null;
  received_at: Date;
};

type Reading = { readonly pool: Pool; readonly ledger: Pick<Ledger, 'booksOfEntry'> };

/** Returns the corrections of payees' accounts that no operator has handled. */
export async function openChanges({ pool, ledger }: Reading): Promise<AccountChange[]> {
  const { rows } = await pool.query<Row>(
    `select c.id, p.hold, m.name, m.email, c.code, c.hint, c.received_at
     from account_changes c
     join payouts p on p.id = c.payout_id
     join people m on m.id = p.user_id
     where c.done_at is null and m.closed_at is null order by c.received_at, c.id limit $1`,
    [maxListed],
  );
  const changes: AccountChange[] = [];
  for (const { id, hold, name, email, code, hint, received_at } of rows) {
    const { label } = await orderOfHold({ pool, ledger }, hold);
    const text = reasonText(code) ?? 'The bank asks for a correction.';
    changes.push({ id, name, email, method: label, code, text, hint, received_at: received_at.toISOString() });
  }
  return changes;
}

/** Records that an operator handled a correction. Errors: `account_change_not_found`. */
export async function finishChange(pool: Pool, by: ByOperator, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await transact(pool, async (tx) => {
    const { rows } = await tx.query<{ code: string; user_id: string; done: boolean }>(
      `select c.code, p.user_id, c.done_at is not null as done
       from account_changes c join payouts p on p.id = c.payout_id where c.id = $1 for update of c`,
      [id],
    );
    const [change] = rows;
    if (!change) throw notFound();
    if (change.done) return;
    await tx.query('update account_changes set done_by = $2, done_at = now() where id = $1', [id, by.operator.id]);
    await recordAct(tx, { ...by, did: 'Handled account change', member: change.user_id, on: change.code });
  });
}

const notFound = () => new Refusal('account_change_not_found', 'This correction does not exist.');
