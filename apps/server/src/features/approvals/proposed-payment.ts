import { amountOf } from '@florin/money';
import { digestUuid } from '../../platform/digest.ts';
import type { JournalEntry } from '../../ledger/index.ts';
import type { MovementKind } from '../activity/index.ts';

/** The kinds of entries that reserve the money of a proposed payment, by the type of its line in the history. */
export const proposedKinds = { send: 'payment-proposed', withdrawal: 'withdrawal-proposed' } as const;
export const endedKinds = {
  approved: 'payment-approved',
  refused: 'payment-refused',
  expired: 'payment-expired',
} as const;

/**
 * The key of the entry that reserves the money, and the proposal's id.
 *
 * @param key of the command: other businesses may propose to pay the same request, and so may the same business after a
 * refusal
 */
export const proposalKey = (key: string): string => digestUuid('payment-proposed', key);
/** The key of the entry that ends the reservation without making the payment. */
export const releaseKey = (id: string): string => digestUuid('payment-released', id);

/** Returns the account that pays, and the total that it pays. */
export function leavingOf({ postings, reserve }: JournalEntry): { readonly account: bigint; readonly units: bigint } {
  if (reserve) return { account: reserve.account, units: reserve.units };
  const paying = postings.find(({ units }) => units < 0n);
  if (!paying) throw new Error('an outgoing payment takes nothing');
  return { account: paying.account, units: -paying.units };
}

const proposed = (type: 'send' | 'withdrawal'): MovementKind => ({
  kind: proposedKinds[type],
  debit: type,
  people: () => [],
  describe: ({ amount, metadata: { to = '', fee = '0', sum, note, reason } }) => ({
    description: `Payment to ${to} waits for approval`,
    fee: amountOf(amount.asset, BigInt(fee)),
    counter: amountOf(amount.asset, BigInt(sum ?? -amount.units)),
    to,
    ...(note === undefined ? {} : { note }),
    ...(reason === undefined ? {} : { reason }),
  }),
  pending: {
    type,
    direction: 'out',
    startedBy: proposedKinds[type],
    failures: { [endedKinds.refused]: 'cancelled', [endedKinds.expired]: 'returned' },
  },
});

/** Describes payments that wait for approval in the history. */
export const proposedPayments: readonly MovementKind[] = [proposed('send'), proposed('withdrawal')];
