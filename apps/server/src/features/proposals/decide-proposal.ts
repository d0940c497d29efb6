import type { ProposalKind } from '@florin/contract';
import { amountOf, formatAmount } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct, type By } from '../audit/index.ts';
import { lockOperators, lockOperatorSession, type OperatorCall } from './lock-operators.ts';
import { preparedTwice } from './prepare-again.ts';
import { actWords, exOperator, type Carrier, type Prepared, type Proposal } from './proposal.ts';
import { endProposal, lockProposal, proposalById } from './proposal-store.ts';
import { ownAccount } from './propose.ts';

/** The carrier of each kind of proposal. */
export type Carriers = Readonly<Record<ProposalKind, Carrier>>;

type Deciding = {
  readonly by: {
    readonly operator: OperatorCall & { readonly email: string };
    readonly ip?: string | undefined;
  };
  readonly reason: string;
};

/**
 * Carries out another operator's proposal. One transaction contains the act, the decision and the line in the audit
 * trail, so parallel approvals act once. A repeated approval by the same operator returns the same answer.
 *
 * Refusals: `proposal_not_found`; `proposal_not_open` if the proposal has ended or its proposer is no longer an
 * operator; `second_operator_required` for the proposer and for the affected member; `not_signed_in` if the session
 * ended meanwhile; the refusals of the act.
 */
export async function approveProposal(
  { pool, carriers }: { readonly pool: Pool; readonly carriers: Carriers },
  id: string,
  { by, reason }: Deciding,
): Promise<Proposal> {
  const seen = await decidable(pool, id, by);
  if (isApprovedBy(seen, by)) return seen;
  assertOpen(seen);
  try {
    await preparedTwice(async () => {
      const prepared = await carriers[seen.about.kind](seen);
      if (await approveNow(pool, seen.id, { by, reason }, prepared)) prepared.after?.();
    });
  } catch (error) {
    if (!isObsolete(error)) throw error;
    // A parallel approval may have done the work already.
    const now = await endAsObsolete(pool, seen, error);
    if (isApprovedBy(now, by)) return now;
    assertOpen(now);
    throw error;
  }
  return decided(pool, id);
}

/** Returns whether this call approved the proposal. Returns false if the same operator approved it before. */
const approveNow = (pool: Pool, id: string, { by, reason }: Deciding, { carryOut }: Prepared): Promise<boolean> =>
  transact(pool, async (tx) => {
    const proposal = await lockedAndDecidable(tx, id, by);
    if (isApprovedBy(proposal, by)) return false;
    assertOpen(proposal);
    await assertStillOperators(tx, proposal, by);
    await lockOperatorSession(tx, by.operator);
    await carryOut(tx, by);
    await endProposal(tx, id, { state: 'approved', by: by.operator.id, reason });
    await recordDecision(tx, proposal, by, actWords[proposal.about.kind].done);
    return true;
  });

/** Rejects a proposal. Refusals: those of `approveProposal`, except the refusals of the act. */
export async function rejectProposal(pool: Pool, id: string, { by, reason }: Deciding): Promise<Proposal> {
  await transact(pool, async (tx) => {
    const proposal = await lockedAndDecidable(tx, id, by);
    assertOpen(proposal);
    await assertStillOperator(tx, by);
    await endProposal(tx, id, { state: 'rejected', by: by.operator.id, reason });
    await recordDecision(tx, proposal, by, `Rejected: ${actWords[proposal.about.kind].proposed.toLowerCase()}`);
  });
  return decided(pool, id);
}

/**
 * Withdraws the caller's own proposal. Refusals: `proposal_not_found`, also for another operator's proposal;
 * `proposal_not_open`.
 */
export async function withdrawProposal(pool: Pool, id: string, by: Deciding['by']): Promise<Proposal> {
  await transact(pool, async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (proposal?.proposedBy.id !== by.operator.id) throw notFound();
    assertOpen(proposal);
    await endProposal(tx, id, { state: 'withdrawn', by: by.operator.id, reason: null });
    await recordDecision(tx, proposal, by, `Withdrew: ${actWords[proposal.about.kind].proposed.toLowerCase()}`);
  });
  return decided(pool, id);
}

/**
 * Withdraws an operator's open proposals at a password reset by mail, because a stranger with the password may have made
 * them.
 */
export async function withdrawAfterReset(tx: Queryable, operatorId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from operator_proposals where proposed_by = $1 and state = 'proposed' order by id`,
    [operatorId],
  );
  for (const { id } of rows) {
    const proposal = await lockProposal(tx, id);
    if (proposal?.state !== 'proposed') continue; // decided or overdue
    const reason = 'The password of the operator who proposed it was reset by email.';
    await endProposal(tx, id, { state: 'withdrawn', by: operatorId, reason });
    const did = `Withdrew after a password reset: ${actWords[proposal.about.kind].proposed.toLowerCase()}`;
    await recordDecision(tx, proposal, { operator: 'system' }, did);
  }
}

const isApprovedBy = ({ state, decidedBy }: Proposal, { operator }: Deciding['by']) =>
  state === 'approved' && decidedBy?.id === operator.id;

const decidable = async (database: Queryable, id: string, by: Deciding['by']) =>
  assertSecond(await proposalById(database, id), by);

const lockedAndDecidable = async (tx: Queryable, id: string, by: Deciding['by']) =>
  assertSecond(await lockProposal(tx, id), by);

/** Returns the proposal if the operator may decide about it. Ids are canonical, so comparing them is safe. */
function assertSecond(proposal: Proposal | undefined, { operator }: Deciding['by']): Proposal {
  if (!proposal) throw notFound();
  if (proposal.member?.id === operator.id) throw ownAccount();
  if (proposal.proposedBy.id === operator.id)
    throw new Refusal('second_operator_required', 'You proposed this. Another operator must decide.');
  return proposal;
}

function assertOpen({ state }: Proposal): void {
  if (state !== 'proposed') throw new Refusal('proposal_not_open', closedSentences[state]);
}

const closedSentences = {
  approved: 'Another operator already approved this.',
  rejected: 'Another operator already rejected this.',
  withdrawn: 'The operator who proposed this withdrew it.',
  expired: 'This proposal has expired. Propose it again if needed.',
} as const;

async function assertStillOperators(tx: Queryable, { proposedBy }: Proposal, by: Deciding['by']): Promise<void> {
  const operators = await lockOperators(tx, [proposedBy.id, by.operator.id]);
  if (!operators.has(by.operator.id)) throw notFound();
  if (!operators.has(proposedBy.id)) throw new Refusal('proposal_not_open', exOperator);
}

async function assertStillOperator(tx: Queryable, { operator }: Deciding['by']): Promise<void> {
  if (!(await lockOperators(tx, [operator.id])).has(operator.id)) throw notFound();
}

/** These errors mean that the bank, the member or another operator left nothing to do. */
const obsoleteCodes = new Set([
  'order_not_pending',
  'line_not_unallocated',
  'line_not_returnable',
  'line_not_recallable',
  'receivable_not_open',
  'user_not_found',
]);
const isObsolete = (error: unknown): error is Refusal => error instanceof Refusal && obsoleteCodes.has(error.code);

/** Ends the proposal as expired. Returns the proposal's previous state. */
const endAsObsolete = (pool: Pool, { id }: Proposal, { message }: Refusal): Promise<Proposal> =>
  transact(pool, async (tx) => {
    const proposal = (await lockProposal(tx, id)) ?? missing();
    if (proposal.state === 'proposed') await endProposal(tx, id, { state: 'expired', by: null, reason: message });
    return proposal;
  });

const recordDecision = (tx: Queryable, { about, member }: Proposal, by: By, did: string) =>
  recordAct(tx, { ...by, did, ...(member ? { member: member.id } : {}), on: whatOf(about) });

function whatOf(about: Proposal['about']): string {
  if (about.kind === 'reset_factor') return '';
  const amount = formatAmount(amountOf(about.asset, BigInt(about.units)));
  if ('line' in about) return `line ${about.line}, ${amount}`;
  if ('unowned' in about) return `entry ${about.unowned}, ${amount}`;
  return 'order' in about ? `${about.order}, ${amount}` : amount;
}

async function decided(pool: Pool, id: string): Promise<Proposal> {
  return (await proposalById(pool, id)) ?? missing();
}

function missing(): never {
  throw new Error('the decided proposal does not exist');
}

const notFound = () => new Refusal('proposal_not_found', 'This proposal does not exist.');
