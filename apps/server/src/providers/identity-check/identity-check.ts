import type { KycForm, KycStatus } from '@florin/contract';

/** What is wrong with an item, or why somebody is denied. The sentence is for the member. */
export type KycReason = KycStatus['reasons'][number];

export type IdentityCase = {
  /** Ours. The same reference is the same submission, however often it is asked about. */
  readonly reference: string;
  readonly submittedAt: Date;
  readonly form: KycForm;
  /** The items that the last answer to this person asked for. */
  readonly askedFor: readonly KycReason['item'][];
};

export type IdentityAnswer =
  | { readonly outcome: 'pending' | 'verified' }
  | { readonly outcome: 'needs_more'; readonly reasons: readonly KycReason[] }
  | { readonly outcome: 'denied'; readonly reason: string }
  /** A person decides; the notes are for that person. */
  | { readonly outcome: 'review'; readonly notes: readonly string[] };

/** Who looks at a submission first. It is asked again until it has an answer other than `pending`. */
export type IdentityCheck = { readonly decide: (identityCase: IdentityCase) => Promise<IdentityAnswer> };

/** Where no provider is configured, people look at everything. */
export const reviewedByPeople: IdentityCheck = { decide: async () => ({ outcome: 'review', notes: [] }) };
