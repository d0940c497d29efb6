import type { Amount, FiatCode } from '@florin/money';
import type { Line } from './model-member.ts';

/** Money asked for: by one member, of another or of whoever has the link. */
export type ModelRequest = {
  readonly by: number;
  readonly of: number | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string;
  ended?: { readonly state: 'paid' | 'declined' | 'cancelled'; readonly by: number; readonly line?: Line | undefined };
  /** As the product calls it, once that is known. */
  id?: string;
};

export const openRequest = (asked: Pick<ModelRequest, 'by' | 'of' | 'amount' | 'note'>): ModelRequest => ({ ...asked });
