import type { KycDraft, KycForm } from '@florin/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { KycReason } from '../../providers/identity-check/identity-check.ts';

export type Draft = KycDraft['form'];

/** The state of a member's verification, from the last submission and its decision. */
export type KycState =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly submittedAt: Date; readonly waitsFor: 'check' | 'review' }
  | ({ readonly status: 'needs_more' } & Decided)
  | ({ readonly status: 'denied'; readonly mayRetryAt: Date; readonly mayRetry: boolean } & Decided)
  /**
   * The member may have the level without a submission. Reasons mean that the last submission was for another name and
   * was denied.
   */
  | {
      readonly status: 'verified';
      readonly submittedAt: Date | null;
      readonly decidedAt: Date | null;
      readonly reasons: readonly KycReason[];
    };

type Decided = { readonly submittedAt: Date; readonly decidedAt: Date; readonly reasons: readonly KycReason[] };

/** The stored verification of a member, without the files. */
export type KycCase = {
  readonly userId: string;
  /** The account's name: from level 2 on, the verified name. */
  readonly name: string;
  readonly email: string;
  /** The account is permanently closed and its encryption key is destroyed, so nothing may be stored in the case. */
  readonly accountClosed: boolean;
  readonly level: 0 | 1 | 2;
  readonly form: Draft;
  /**
   * The form that was verified at level 2; empty if no submission was verified. A member who asks for a new name edits
   * `form`.
   */
  readonly verifiedForm: Draft;
  /** The number of submissions. */
  readonly round: number;
  readonly state: KycState;
  /** The notes of the automatic check. */
  readonly notes: readonly string[];
  /** The reasons of the earlier decision that the current submission answers. */
  readonly askedFor: readonly KycReason[];
  /** The latest birth date of a person who is an adult today. */
  readonly bornUntil: string;
  /**
   * The new name that a verified member requested, and the time of the request. The state describes the check of the
   * new name.
   */
  readonly newName: { readonly name: string; readonly since: Date } | undefined;
  /** The time after a denial from which the member may try again; undefined if they need not wait. */
  readonly mayRetryAt: Date | undefined;
};

/** Returns whether the document has a back side. A passport has all data on one page. */
export const hasBack = ({ id_type }: Pick<KycForm, 'id_type'>) => id_type !== 'passport';

/** Returns whether the member can edit, upload and submit. */
export function isOpen(state: KycState): boolean {
  switch (state.status) {
    case 'none':
    case 'needs_more':
      return true;
    case 'denied':
      return state.mayRetry;
    case 'pending':
    case 'verified':
      return false;
  }
}

/**
 * Throws if the case cannot be changed. Refusals: `verification_closed`; `not_signed_in` if the account was closed
 * during the call.
 */
export function assertOpen({ state, accountClosed }: KycCase): void {
  if (accountClosed) throw new Refusal('not_signed_in', 'This account was closed.');
  if (isOpen(state)) return;
  throw new Refusal('verification_closed', closedSentences[state.status] ?? 'You cannot change anything right now.');
}

const closedSentences: Partial<Record<KycState['status'], string>> = {
  pending: 'We are reviewing your verification. You can make changes after the review.',
  verified: 'Your identity is already verified.',
  denied: 'Your verification was denied. You can try again after 30 days.',
};
