import { amountOf, formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Carrier } from '../../proposals/index.ts';
import { heldNames, memberSubject } from '../../screening/index.ts';
import { closedAccountMoneyKind } from '../closed-account-money.ts';
import { carryCredit, type Creditable } from './credit.ts';
import { notUnallocated } from './desk-line.ts';
import { unownedSubject } from './line-subject.ts';

/**
 * Returns unallocated money without a statement line that operators can credit to a member. Errors: `line_not_found`.
 *
 * @param id of the ledger's entry that made the money unallocated
 */
export async function creditableUnowned(pool: Pool, id: string): Promise<Creditable> {
  const { amount, credited, owner } = await unownedById(pool, id);
  return {
    amount,
    about: { kind: 'allocate_unowned', unowned: id, asset: amount.asset, units: String(amount.units) },
    text: `${unownedSubject(id)}, ${formatAmount(amount)}`,
    did: 'Allocated money of closed account',
    key: digestUuid('unowned-money-allocated', id),
    earlierKeys: [],
    kind: closedAccountMoneyKind,
    metadata: { unowned: id },
    assertOpen: () => {
      if (credited) throw allocated();
    },
    assertNotListed: () => assertNotListed(pool, owner),
    mark: async (tx) => {
      const { rowCount } = await tx.query(
        'update unowned_money set credited = true where entry_id = $1 and not credited',
        [id],
      );
      if (rowCount !== 1) throw allocated();
    },
  };
}

/** Carries out an approved proposal. */
export const unownedCarrier =
  (dependencies: { readonly pool: Pool; readonly ledger: Ledger }): Carrier =>
  async ({ about, member }) => {
    if (about.kind !== 'allocate_unowned' || !member) throw allocated();
    return carryCredit(dependencies, await creditableUnowned(dependencies.pool, about.unowned), member.id);
  };

type Unowned = {
  readonly amount: Amount<FiatCode>;
  readonly credited: boolean;
  /** The member whose card or payment the money came from. */
  readonly owner: string;
};

async function unownedById(pool: Pool, id: string): Promise<Unowned> {
  const { rows } = await pool.query<{ amount: bigint; currency: FiatCode; credited: boolean; owner: string }>(
    `select u.amount, u.currency, u.credited, e.actor as owner
     from unowned_money u join books.entries e on e.id = u.entry_id where u.entry_id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Refusal('line_not_found', 'This money does not exist.');
  return { ...row, amount: amountOf(row.currency, row.amount) };
}

/** A closed account has no name to compare with the lists, but earlier decisions about the account still count. */
async function assertNotListed(pool: Pool, owner: string): Promise<void> {
  const held = await heldNames(pool, [memberSubject(owner)]);
  if (held.size === 0) return;
  throw new Refusal(
    'name_on_list',
    'The name of the closed account’s owner was similar to one on a sanctions list. Decide under Screening first.',
  );
}

const allocated = () => notUnallocated('This money is allocated already.');
