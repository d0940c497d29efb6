import type { KycDraft, KycForm } from '@florin/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { KycReason } from '../../providers/identity-check/identity-check.ts';

export type Draft = KycDraft['form'];

/** Where a member's verification stands, read from the last submission and its decision. */
export type KycState =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly submittedAt: Date; readonly waitsFor: 'check' | 'person' }
  | ({ readonly status: 'needs_more' } & Decided)
  | ({ readonly status: 'denied'; readonly mayRetryAt: Date; readonly mayRetry: boolean } & Decided)
  /**
   * A member may have been granted the level without a submission. With reasons, the last submission was about another
   * name, and was denied.
   */
  | {
      readonly status: 'verified';
      readonly submittedAt: Date | null;
      readonly decidedAt: Date | null;
      readonly reasons: readonly KycReason[];
    };

type Decided = { readonly submittedAt: Date; readonly decidedAt: Date; readonly reasons: readonly KycReason[] };

/** All that is kept of a member's verification, but for the files. */
export type KycCase = {
  readonly userId: string;
  /** The account's, which is the verified one from level 2 on. */
  readonly name: string;
  readonly email: string;
  /** For ever, and the key of what was sealed is destroyed: nothing may be kept in it any more. */
  readonly accountClosed: boolean;
  readonly level: 0 | 1 | 2;
  readonly form: Draft;
  /** How often it was submitted. */
  readonly round: number;
  readonly state: KycState;
  /** What the automatic check noticed. */
  readonly notes: readonly string[];
  /** What the decision before the running submission asked for. */
  readonly askedFor: readonly KycReason[];
  /** Whoever was born until then is of age today. */
  readonly bornUntil: string;
  /** The name that a verified member wants to have, and since when: the state is that of the check about it. */
  readonly newName: { readonly name: string; readonly since: Date } | undefined;
  /** From when on the member may try again after a denial; none where they need not wait. */
  readonly mayRetryAt: Date | undefined;
};

/** A passport says everything on one page. */
export const hasBack = ({ id_type }: Pick<KycForm, 'id_type'>) => id_type !== 'passport';

/** Can anything be entered, uploaded and submitted? */
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

/** Refusals: `verification_closed`; `not_signed_in` for one whose account was closed since they asked. */
export function assertOpen({ state, accountClosed }: KycCase): void {
  if (accountClosed) throw new Refusal('not_signed_in', 'This account was closed.');
  if (isOpen(state)) return;
  throw new Refusal('verification_closed', closedSentences[state.status] ?? 'Nothing can be changed right now.');
}

const closedSentences: Partial<Record<KycState['status'], string>> = {
  pending: 'Your verification is being reviewed. Nothing can be changed until that is done.',
  verified: 'Your identity is verified already.',
  denied: 'Your verification was denied. You can begin again 30 days after that.',
};
