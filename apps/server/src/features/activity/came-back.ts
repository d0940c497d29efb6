import { zero } from '@florin/money';
import { returnedKind } from '../../ledger/index.ts';
import type { MovementKind } from './movement.ts';

/**
 * Returns the kinds of payments between members, together with the kinds of their returns in the payer's history. A
 * payment comes back if the recipient's money is in another ledger and their account was closed before the payment
 * arrived there.
 */
export const withReturns = (movements: readonly MovementKind[]): MovementKind[] =>
  movements.flatMap((movement) => (movement.credit === 'receive' ? [movement, cameBack(movement)] : [movement]));

/** Describes the amount with its fee as a deposit, like other money that comes back. */
const cameBack = (payment: MovementKind): MovementKind => ({
  kind: returnedKind(payment.kind),
  credit: 'deposit',
  people: payment.people,
  describe: (line, people) => {
    const { amount, metadata } = line;
    const { recipient = '', fee = '0', note } = metadata;
    const name = people.get(recipient)?.name ?? 'a former member';
    const { asset, units } = amount;
    return {
      description: `Payment to ${name} came back`,
      fee: zero(asset),
      counter: { asset, units: units - BigInt(fee) },
      counterparty: name,
      ...(note ? { note } : {}),
      reason: `The account was closed before the money arrived. You got it back${BigInt(fee) > 0n ? ' with the fee' : ''}.`,
    };
  },
});
