import type { Proposal as ProposalView, ProposalKind } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { By } from '../audit/index.ts';

/** What a proposal is about, in ids, numbers and the words for the member. */
export type Subject =
  | { readonly kind: 'settle_deposit'; readonly order: string; readonly asset: string; readonly units: string }
  | {
      readonly kind: 'return_order';
      readonly order: string;
      readonly asset: string;
      readonly units: string;
      /** For the member to read. */
      readonly told: string;
    }
  | { readonly kind: 'supply_coins'; readonly asset: string; readonly units: string }
  | { readonly kind: 'reset_factor' };

export type Person = { readonly id: string; readonly name: string; readonly email: string };

export type Proposal = {
  readonly id: string;
  readonly requestHash: bigint;
  readonly about: Subject;
  /** Whose money or account it is; none for the house's. */
  readonly member: Person | undefined;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly state: ProposalView['state'];
  /** By the database's clock. */
  readonly isOver: boolean;
  readonly decidedBy: Person | undefined;
  readonly decidedAt: Date | undefined;
  readonly decisionReason: string | undefined;
};

/** What an approval does in its transaction, and what is to be done once that has committed. */
export type Prepared = { readonly carryOut: (tx: Queryable, by: By) => Promise<void>; readonly after?: () => void };

/**
 * How one kind of proposal is carried out. Preparing may ask others, such as a bank. Both throw `order_not_pending` or
 * `user_not_found` where there is nothing left to be done: the proposal then ends as expired; and `PrepareAgain`.
 */
export type Carrier = (proposal: Proposal) => Promise<Prepared>;

export type Words = {
  /** `Proposed to settle deposit` */
  readonly proposed: string;
  /** `Settled deposit` */
  readonly done: string;
};

export const actWords: Record<ProposalKind, Words> = {
  settle_deposit: { proposed: 'Proposed to settle deposit', done: 'Approved and settled deposit' },
  return_order: { proposed: 'Proposed to return money', done: 'Approved and returned money' },
  supply_coins: { proposed: 'Proposed to supply coins', done: 'Approved and supplied coins' },
  reset_factor: { proposed: 'Proposed to reset second factor', done: 'Approved and reset second factor' },
};
