import type { Proposal as ProposalView, ProposalKind } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { By } from '../audit/index.ts';

/** The subject of a proposal: ids, amounts, and the message to the member. */
export type Subject =
  | { readonly kind: 'settle_deposit'; readonly order: string; readonly asset: string; readonly units: string }
  | {
      readonly kind: 'return_order';
      readonly order: string;
      readonly asset: string;
      readonly units: string;
      /** The message that the member reads. */
      readonly told: string;
    }
  | { readonly kind: 'supply_coins'; readonly asset: string; readonly units: string }
  | {
      readonly kind: 'allocate_line' | 'return_line' | 'recall_deposit';
      readonly line: string;
      readonly asset: string;
      readonly units: string;
    }
  | {
      readonly kind: 'allocate_unowned';
      /** The ledger's entry of unallocated money without a statement line. */
      readonly unowned: string;
      readonly asset: string;
      readonly units: string;
    }
  | {
      readonly kind: 'book_own_funds';
      readonly line: string;
      readonly asset: string;
      readonly units: string;
      /** The number of times that the line was taken back from a member before. */
      readonly recalls: number;
    }
  | { readonly kind: 'write_off'; readonly receivable: string; readonly asset: string; readonly units: string }
  | { readonly kind: 'reset_factor' };

export type Person = { readonly id: string; readonly name: string; readonly email: string };

export type Proposal = {
  readonly id: string;
  readonly requestHash: bigint;
  readonly about: Subject;
  /** The member whose money or account is affected; undefined for the house's own. */
  readonly member: Person | undefined;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly state: ProposalView['state'];
  /** Whether the proposal is past its expiry by the database's clock. */
  readonly isOver: boolean;
  readonly decidedBy: Person | undefined;
  readonly decidedAt: Date | undefined;
  readonly decisionReason: string | undefined;
  /** The reason why the proposal cannot be approved now. */
  readonly notApprovable: string | undefined;
};

export const exOperator = 'The proposer is no longer an operator. Reject this proposal.';
/** A frozen member gets no money from the bank desk. */
export const frozenPayee = 'This account is frozen. Unfreeze it first.';

/** The work of an approval inside its transaction, and the work after the commit. */
export type Prepared = { readonly carryOut: (tx: Queryable, by: By) => Promise<void>; readonly after?: () => void };

/**
 * Prepares one kind of proposal; preparing may call a bank. Both steps throw a code of `obsoleteCodes` if
 * nothing is left to do, and the proposal ends as expired. Both steps may throw `PrepareAgain`.
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
  allocate_line: { proposed: 'Proposed to allocate line', done: 'Approved and allocated line' },
  allocate_unowned: {
    proposed: 'Proposed to allocate money of closed account',
    done: 'Approved and allocated money of closed account',
  },
  return_line: { proposed: 'Proposed to return line to its payer', done: 'Approved return of line to its payer' },
  book_own_funds: { proposed: 'Proposed to book own funds', done: 'Approved and booked own funds' },
  recall_deposit: { proposed: 'Proposed to take back deposit', done: 'Approved and took back deposit' },
  write_off: { proposed: 'Proposed to write off receivable', done: 'Approved and wrote off receivable' },
  reset_factor: { proposed: 'Proposed to reset second factor', done: 'Approved and reset second factor' },
};
