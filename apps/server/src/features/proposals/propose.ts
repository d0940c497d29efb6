import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { lockOperatorSession, type OperatorCall } from './lock-operators.ts';
import { actWords, type Proposal, type Subject } from './proposal.ts';
import { orderSubject, proposalById } from './proposal-store.ts';

/** A proposal to record. The proposer is always a named operator, even on the command line. */
export type Proposed = {
  readonly by: { readonly operator: OperatorCall & { readonly email: string }; readonly ip?: string | undefined };
  readonly command: Command;
  readonly about: Subject;
  /** The member whose money or account is affected; undefined for the house's own. */
  readonly memberId?: string;
  readonly reason: string;
  /** The object without personal data: `h4198400, $800.00`. */
  readonly on: string;
  /** More writes in the same transaction: mails. */
  readonly alongside?: (tx: Queryable) => Promise<void>;
};

/**
 * Records a proposal for a second operator to decide, once per command. Refusals: `proposal_open` for a second proposal
 * about the same subject; `second_operator_required` for the proposer's own account; `idempotency_key_reused`;
 * `not_signed_in` if the session ended meanwhile.
 */
export async function propose(pool: Pool, proposed: Proposed): Promise<Proposal> {
  const { command, by, memberId } = proposed;
  if (memberId === by.operator.id) throw ownAccount();
  const before = await proposedBefore(pool, command);
  if (before) return before;
  try {
    await transact(pool, async (tx) => {
      await lockOperatorSession(tx, by.operator); // a proposal would outlive a password reset
      await endOverdue(tx, proposed);
      await insertProposal(tx, proposed);
      await proposed.alongside?.(tx);
      const { about, on } = proposed;
      await recordAct(tx, { ...by, did: actWords[about.kind].proposed, ...(memberId ? { member: memberId } : {}), on });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const same = await proposalById(pool, command.key);
    if (same) return sameOrRefused(same, command);
    throw new Refusal('proposal_open', 'This is already proposed. Another operator must approve or reject it first.');
  }
  const written = await proposalById(pool, command.key);
  if (!written) throw new Error('the recorded proposal does not exist');
  return written;
}

/** Returns the proposal recorded for this command, in any state. Refusals: `idempotency_key_reused`. */
export async function proposedBefore(pool: Pool, command: Command): Promise<Proposal | undefined> {
  const before = await proposalById(pool, command.key);
  return before && sameOrRefused(before, command);
}

function sameOrRefused(proposal: Proposal, { requestHash }: Command): Proposal {
  if (proposal.requestHash === requestHash) return proposal;
  throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
}

export const ownAccount = () =>
  new Refusal('second_operator_required', 'This is your own account. Another operator must handle it.');

const subjectOf = (about: Subject, memberId: string | undefined): string | null => {
  if (about.kind === 'supply_coins') return null;
  if ('line' in about) return `line ${about.line}`;
  if ('unowned' in about) return `entry ${about.unowned}`;
  if (about.kind === 'write_off') return `receivable ${about.receivable}`;
  return about.kind === 'reset_factor' ? `factor ${memberId}` : orderSubject(about.order);
};

/** Ends an overdue proposal, so a new one about the same subject can be recorded. */
async function endOverdue(tx: Queryable, { about, memberId }: Proposed): Promise<void> {
  await tx.query(
    `update operator_proposals set state = 'expired', decided_at = now()
     where subject = $1 and state = 'proposed' and expires_at <= now()`,
    [subjectOf(about, memberId)],
  );
}

async function insertProposal(tx: Queryable, { command, about, memberId, reason, by }: Proposed): Promise<void> {
  const { kind, ...parameters } = about;
  await tx.query(
    `insert into operator_proposals (id, request_hash, kind, subject, member_id, parameters, reason, proposed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [command.key, command.requestHash, kind, subjectOf(about, memberId), memberId, parameters, reason, by.operator.id],
  );
}
