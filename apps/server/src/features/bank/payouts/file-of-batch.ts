import type { PayoutScheme } from '@florin/contract';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import type { OrderedPayout, Receiver } from './payable.ts';

export type FileOfBatch = {
  readonly id: string;
  /** Undefined before the batch is stored. */
  readonly number?: bigint | undefined;
  readonly scheme: PayoutScheme;
  readonly account: OperatorAccount;
  /** Fixes the times in the file, so that writing it again gives the same file. */
  readonly at: Date;
};

/** A payout with the data that its bank needs. */
export type ReceivedPayout = OrderedPayout & { readonly receiver: Receiver };
