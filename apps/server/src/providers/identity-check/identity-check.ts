import type { KycForm, KycStatus } from '@florin/contract';

/** A problem with an item, or the reason for a denial. The sentence is for the member. */
export type KycReason = KycStatus['reasons'][number];

export type IdentityCase = {
  /** Our id of the submission. Repeated calls with the same reference are about the same submission. */
  readonly reference: string;
  readonly submittedAt: Date;
  readonly form: KycForm;
  /** The items that the previous answer for this person requested. */
  readonly askedFor: readonly KycReason['item'][];
};

export type IdentityAnswer =
  | { readonly outcome: 'pending' | 'verified' }
  | { readonly outcome: 'needs_more'; readonly reasons: readonly KycReason[] }
  | { readonly outcome: 'denied'; readonly reason: string }
  /** An operator must decide. The notes are for the operator. */
  | { readonly outcome: 'review'; readonly notes: readonly string[] };

/** The first check of a submission, called repeatedly until the answer is not `pending`. */
export type IdentityCheck = { readonly decide: (identityCase: IdentityCase) => Promise<IdentityAnswer> };

/** Used without a provider: operators review all submissions. */
export const reviewedByPeople: IdentityCheck = { decide: async () => ({ outcome: 'review', notes: [] }) };
