import type { ProposalKind } from '@florin/contract';
import { amountOf, formatAmount } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { preparedTwice } from './prepare-again.ts';
import { actWords, type Carrier, type Prepared, type Proposal } from './proposal.ts';
import { endProposal, lockProposal, proposalById } from './proposal-store.ts';
import { ownAccount } from './propose.ts';

/** How each kind is carried out. */
export type Carriers = Readonly<Record<ProposalKind, Carrier>>;

type Deciding = {
  readonly by: { readonly operator: { readonly id: string; readonly email: string }; readonly ip?: string | undefined };
  readonly reason: string;
};

/**
 * Does what another operator has proposed, in one transaction with the decision and its line of the audit trail: all of
 * it or nothing, and once, whoever approves at the same moment. Approved before by the same operator it answers the same.
 *
 * Refusals: `proposal_not_found`; `proposal_not_open` where it was decided, withdrawn or is over, or where the proposer is
 * no operator any more; `second_operator_required` for the proposer, and for whom it is about; those of what is done.
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
    if (!isPointless(error)) throw error;
    // It may have been approved a moment ago, by this operator or another one, and that is why there is nothing to do.
    const now = await endAsPointless(pool, seen, error);
    if (isApprovedBy(now, by)) return now;
    assertOpen(now);
    throw error;
  }
  return decided(pool, id);
}

/** Returns whether this call approved it: the same operator may have done so a moment ago. */
const approveNow = (pool: Pool, id: string, { by, reason }: Deciding, { carryOut }: Prepared): Promise<boolean> =>
  transact(pool, async (tx) => {
    const proposal = await lockedAndDecidable(tx, id, by);
    if (isApprovedBy(proposal, by)) return false;
    assertOpen(proposal);
    await assertStillOperators(tx, proposal, by);
    await carryOut(tx, by);
    await endProposal(tx, id, { state: 'approved', by: by.operator.id, reason });
    await write(tx, proposal, by, actWords[proposal.about.kind].done);
    return true;
  });

/** Refusals: those of `approveProposal` but for those of what is done. */
export async function rejectProposal(pool: Pool, id: string, { by, reason }: Deciding): Promise<Proposal> {
  await transact(pool, async (tx) => {
    const proposal = await lockedAndDecidable(tx, id, by);
    assertOpen(proposal);
    await assertStillOperator(tx, by);
    await endProposal(tx, id, { state: 'rejected', by: by.operator.id, reason });
    await write(tx, proposal, by, `Rejected: ${actWords[proposal.about.kind].proposed.toLowerCase()}`);
  });
  return decided(pool, id);
}

/** The proposer takes it back. Refusals: `proposal_not_found`, also for another operator's; `proposal_not_open`. */
export async function withdrawProposal(pool: Pool, id: string, by: Deciding['by']): Promise<Proposal> {
  await transact(pool, async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (proposal?.proposedBy.id !== by.operator.id) throw notFound();
    assertOpen(proposal);
    await endProposal(tx, id, { state: 'withdrawn', by: by.operator.id, reason: null });
    await write(tx, proposal, by, `Withdrew: ${actWords[proposal.about.kind].proposed.toLowerCase()}`);
  });
  return decided(pool, id);
}

const isApprovedBy = ({ state, decidedBy }: Proposal, { operator }: Deciding['by']) =>
  state === 'approved' && decidedBy?.id === operator.id;

const decidable = async (database: Queryable, id: string, by: Deciding['by']) =>
  assertSecond(await proposalById(database, id), by);

const lockedAndDecidable = async (tx: Queryable, id: string, by: Deciding['by']) =>
  assertSecond(await lockProposal(tx, id), by);

/** Ids are canonical: whoever proposed it is the same in every session. */
function assertSecond(proposal: Proposal | undefined, { operator }: Deciding['by']): Proposal {
  if (!proposal) throw notFound();
  if (proposal.member?.id === operator.id) throw ownAccount();
  if (proposal.proposedBy.id === operator.id)
    throw new Refusal('second_operator_required', 'You have proposed this. Another operator has to decide.');
  return proposal;
}

function assertOpen({ state }: Proposal): void {
  if (state !== 'proposed') throw new Refusal('proposal_not_open', closedSentences[state]);
}

const closedSentences = {
  approved: 'Another operator has approved this already.',
  rejected: 'Another operator has rejected this already.',
  withdrawn: 'The operator who proposed this has taken it back.',
  expired: 'This proposal is over. Propose it again if it is still to be done.',
} as const;

/** Neither can be demoted, frozen or closed before the transaction ends. */
async function assertStillOperators(tx: Queryable, { proposedBy }: Proposal, by: Deciding['by']): Promise<void> {
  const operators = await lockOperators(tx, [proposedBy.id, by.operator.id]);
  if (!operators.has(by.operator.id)) throw notFound();
  if (!operators.has(proposedBy.id))
    throw new Refusal('proposal_not_open', 'The operator who proposed this is no operator any more. Reject it.');
}

async function assertStillOperator(tx: Queryable, { operator }: Deciding['by']): Promise<void> {
  if (!(await lockOperators(tx, [operator.id])).has(operator.id)) throw notFound();
}

async function lockOperators(tx: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>('select id from lock_operators($1) id', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** There is nothing left to be approved: the bank, the member or another operator was faster. */
const pointless = new Set(['order_not_pending', 'user_not_found']);
const isPointless = (error: unknown): error is Refusal => error instanceof Refusal && pointless.has(error.code);

/** Returns the proposal as it was before. */
const endAsPointless = (pool: Pool, { id }: Proposal, { message }: Refusal): Promise<Proposal> =>
  transact(pool, async (tx) => {
    const proposal = (await lockProposal(tx, id)) ?? notThere();
    if (proposal.state === 'proposed') await endProposal(tx, id, { state: 'expired', by: null, reason: message });
    return proposal;
  });

const write = (tx: Queryable, { about, member }: Proposal, by: Deciding['by'], did: string) =>
  recordAct(tx, { ...by, did, ...(member ? { member: member.id } : {}), on: whatOf(about) });

function whatOf(about: Proposal['about']): string {
  if (about.kind === 'reset_factor') return '';
  const amount = formatAmount(amountOf(about.asset, BigInt(about.units)));
  return about.kind === 'supply_coins' ? amount : `${about.order}, ${amount}`;
}

async function decided(pool: Pool, id: string): Promise<Proposal> {
  return (await proposalById(pool, id)) ?? notThere();
}

function notThere(): never {
  throw new Error('a proposal that was just decided is not there');
}

const notFound = () => new Refusal('proposal_not_found', 'There is no such proposal.');
