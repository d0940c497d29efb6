import type { BankAnswer, BankOrder, PaymentRail, RailMethod } from './payment-rail.ts';

const methods = new Map<string, RailMethod>([
  ['tok_visa', { type: 'card', brand: 'Visa', last4: '4242', expiry: '08/29' }],
  ['tok_mastercard', { type: 'card', brand: 'Mastercard', last4: '4444', expiry: '11/28' }],
  ['tok_declined', { type: 'card', brand: 'Visa', last4: '0002', expiry: '03/30' }],
  ['tok_bank', { type: 'bank', name: 'Sandbox Bank', accountNumber: '•••• 6789' }],
]);

/** The cents of an amount that make the sandbox's bank return or delay an order (docs/operate/configure.md). */
const returnedCents = 13n;
const pendingCents = 44n;

/**
 * The sandbox's payment rail, which moves no money. Its answers depend only on the order, so repetitions are harmless even
 * after a restart. Anyone can test failures: the card `tok_declined` is declined, a bank order ending in .13 is returned,
 * and one ending in .44 stays pending.
 *
 * @param bankSeconds the duration of a bank transfer
 */
export function simulatedPaymentRail({ bankSeconds }: { bankSeconds: number }): PaymentRail {
  const bank = async ({ amount, orderedAt }: BankOrder): Promise<BankAnswer> => {
    const cents = amount.units % 100n;
    if (cents === pendingCents || Date.now() - orderedAt.getTime() < bankSeconds * 1_000) return { state: 'pending' };
    if (cents === returnedCents) return { state: 'returned', reason: 'Your bank couldn’t find this account.' };
    return { state: 'settled' };
  };
  return {
    describe: async (token) => methods.get(token),
    charge: async ({ token }) => (token === 'tok_declined' ? 'declined' : 'charged'),
    refund: async () => undefined,
    collect: bank,
    payOut: bank,
  };
}
