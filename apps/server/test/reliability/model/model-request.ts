import type { Amount, FiatCode } from '@florin/money';
import type { Line } from './model-member.ts';

/** A payment request by one member, to another member or by a payment link. */
export type ModelRequest = {
  readonly by: number;
  readonly of: number | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string;
  ended?: { readonly state: 'paid' | 'declined' | 'cancelled'; readonly by: number; readonly line?: Line | undefined };
  /** The product's id of the request, once known. */
  id?: string;
};

export const openRequest = (asked: Pick<ModelRequest, 'by' | 'of' | 'amount' | 'note'>): ModelRequest => ({ ...asked });
