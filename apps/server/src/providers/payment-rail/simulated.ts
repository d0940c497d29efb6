import type { PaymentRail, RailMethod } from './payment-rail.ts';

const methods = new Map<string, RailMethod>([
  ['tok_visa', { type: 'card', brand: 'Visa', last4: '4242', expiry: '08/29' }],
  ['tok_mastercard', { type: 'card', brand: 'Mastercard', last4: '4444', expiry: '11/28' }],
  ['tok_declined', { type: 'card', brand: 'Visa', last4: '0002', expiry: '03/30' }],
  ['tok_bank', { type: 'bank', name: 'Sandbox Bank', accountNumber: '•••• 6789' }],
]);

/**
 * The sandbox's rail: no money moves anywhere. Its answer depends on the token alone, so that repeating a charge is
 * harmless, and `tok_declined` lets anyone see a refusal.
 */
export const simulatedPaymentRail: PaymentRail = {
  describe: async (token) => methods.get(token),
  charge: async ({ token }) => (token === 'tok_declined' ? 'declined' : 'charged'),
  refund: async () => undefined,
};
