import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import { houseOwner } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { lockMember } from '../identity/index.ts';
import { propose, proposedBefore, type Carrier, type Proposal, type Proposed } from '../proposals/index.ts';
import { reduceReceivable, type OpenReceivable } from './end-receivable.ts';
import { writtenOffPostings } from './postings.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };
type Row = OpenReceivable & { readonly currency: FiatCode };

/** The subject of a proposal about a receivable. At most one such proposal is open. */
export const receivableSubject = (id: string): string => `receivable ${id}`;

/**
 * Proposes to write a receivable off. A second operator must approve in any case. Errors: `receivable_not_open`,
 * `proposal_open`, and `second_operator_required` for the operator's own receivable.
 */
export async function proposeWriteOff(
  { pool }: Pick<Dependencies, 'pool'>,
  id: string,
  { by, command, reason }: { readonly by: Proposed['by']; readonly command: Command; readonly reason: string },
): Promise<Proposal> {
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const found = await openReceivable(pool, id);
  return propose(pool, {
    by,
    command,
    about: { kind: 'write_off', receivable: found.id, asset: found.currency, units: String(found.open) },
    memberId: found.user_id,
    reason,
    on: formatAmount(amountOf(found.currency, found.open)),
  });
}

/** Carries out an approved write-off of the open amount, at most of the proposed amount. */
export const writeOffCarrier =
  ({ pool, ledger }: Dependencies): Carrier =>
  async ({ about }) => {
    if (about.kind !== 'write_off') throw notOpen();
    const { id, user_id, currency } = await openReceivable(pool, about.receivable);
    const accounts = await Promise.all([
      ledger.houseId('receivables', currency),
      ledger.houseId('write-offs', currency),
    ]);
    return {
      carryOut: async (tx) => {
        await lockMember(tx, user_id);
        const { open } = await openReceivable(tx, id);
        await ledger.postWithin(tx, entryOf(id, accounts, open), {});
        await reduceReceivable(tx, { id, user_id, open }, { units: open, ending: 'written_off' });
      },
    };
  };

const entryOf = (id: string, [receivables, writeOffs]: readonly [bigint, bigint], units: bigint): JournalEntry => ({
  key: digestUuid('receivable-written-off', id),
  requestHash: 0n,
  actor: houseOwner,
  kind: 'receivable-written-off',
  metadata: { receivable: id },
  postings: writtenOffPostings(receivables, writeOffs, units),
});

async function openReceivable(database: Queryable, id: string): Promise<Row> {
  if (!isUuid(id)) throw notOpen();
  const { rows } = await database.query<Row>(
    'select id, user_id, currency, open from taken_deposits where id = $1 and open > 0',
    [id],
  );
  return rows[0] ?? refuse();
}

function refuse(): never {
  throw notOpen();
}

const notOpen = () => new Refusal('receivable_not_open', 'This receivable is no longer open.');
