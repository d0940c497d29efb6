import type { Ledger } from '../../../ledger/index.ts';
import { digestUuid } from '../../../platform/digest.ts';
import type { Carrier } from '../../proposals/index.ts';
import { bankTransferKind } from '../bank-transfer.ts';
import { lockDue } from '../payouts/due-lines.ts';
import { assertPayerNotListed, type NameChecks } from '../screen-payers.ts';
import { carryCredit, type Creditable } from './credit.ts';
import { aboutLine, closesSoon, lineById, lineText, notUnallocated, type DeskLine } from './desk-line.ts';

/**
 * Returns a statement line that operators can credit to a member.
 *
 * Errors: `line_not_found`; `line_not_unallocated` for outgoing lines.
 */
export async function creditableLine(checks: NameChecks, id: string): Promise<Creditable> {
  const line = await lineById(checks.pool, id);
  if (line.amount.units <= 0n) throw notUnallocated('Only money that came in can be credited to a member.');
  return {
    amount: line.amount,
    about: { kind: 'allocate_line', ...aboutLine(line) },
    text: lineText(line),
    did: 'Allocated statement line',
    key: allocatedKey(line),
    earlierKeys: Array.from({ length: line.recalls }, (_, recalls) => allocatedKey({ id: line.id, recalls })),
    kind: bankTransferKind,
    metadata: { line: String(line.id), payer: line.payer ?? undefined },
    assertOpen: () => {
      if (line.match !== 'unallocated' || !line.posted) throw notUnallocated();
    },
    assertNotListed: () => assertPayerNotListed(checks, line),
    mark: async (tx, userId) => {
      if (!(await lockDue(tx, line.id))) throw notUnallocated(closesSoon);
      const { rowCount } = await tx.query(
        `update bank_lines set match = 'deposit', user_id = $2, reason = null
         where id = $1 and match = 'unallocated' and posted and recalls = $3`,
        [line.id, userId, line.recalls],
      );
      if (rowCount !== 1) throw notUnallocated();
    },
  };
}

/** Carries out an approved proposal. */
export const allocationCarrier =
  (dependencies: NameChecks & { readonly ledger: Ledger }): Carrier =>
  async ({ about, member }) => {
    if (about.kind !== 'allocate_line' || !member) throw notUnallocated();
    return carryCredit(dependencies, await creditableLine(dependencies, about.line), member.id);
  };

/**
 * The key contains the line and the number of times that it was taken back, so the ledger credits the line once each
 * time.
 */
const allocatedKey = ({ id, recalls }: Pick<DeskLine, 'id' | 'recalls'>): string =>
  recalls === 0
    ? digestUuid('bank-line-allocated', String(id))
    : digestUuid('bank-line-allocated', String(id), String(recalls));
