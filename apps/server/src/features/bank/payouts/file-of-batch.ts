import type { PayoutScheme } from '@florin/contract';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import type { OrderedPayout, Receiver } from './payable.ts';

export type FileOfBatch = {
  readonly id: string;
  /** Undefined before the batch is stored. */
  readonly number?: bigint | undefined;
  readonly scheme: PayoutScheme;
  readonly account: OperatorAccount;
  /** Decides the times in the file, so that it is the same when it is written again. */
  readonly at: Date;
};

/** A payout with what its bank needs to know. */
export type ReceivedPayout = OrderedPayout & { readonly receiver: Receiver };
