import type { BankAnswer, BankOrder, PaymentRail, RailMethod } from './payment-rail.ts';

const methods = new Map<string, RailMethod>([
  ['tok_visa', { type: 'card', brand: 'Visa', last4: '4242', expiry: '08/29' }],
  ['tok_mastercard', { type: 'card', brand: 'Mastercard', last4: '4444', expiry: '11/28' }],
  ['tok_declined', { type: 'card', brand: 'Visa', last4: '0002', expiry: '03/30' }],
  ['tok_bank', { type: 'bank', name: 'Sandbox Bank', accountNumber: '•••• 6789' }],
]);

/** What an order's cents make the sandbox's bank do (docs/operate/configure.md). */
const centsThatAreReturned = 13n;
const centsThatWait = 44n;

/**
 * The sandbox's rail: no money moves anywhere. Its answers depend on the order alone, so that repeating one is harmless,
 * also after a restart, and anyone can see a refusal: the card `tok_declined`, a bank order that ends in .13, which comes
 * back, and one in .44, which never comes to an end.
 *
 * @param bankSeconds how long its bank takes
 */
export function simulatedPaymentRail({ bankSeconds }: { bankSeconds: number }): PaymentRail {
  const bank = async ({ amount, orderedAt }: BankOrder): Promise<BankAnswer> => {
    const cents = amount.units % 100n;
    if (cents === centsThatWait || Date.now() - orderedAt.getTime() < bankSeconds * 1_000) return { state: 'pending' };
    if (cents === centsThatAreReturned) return { state: 'returned', reason: 'The bank does not know this account.' };
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
