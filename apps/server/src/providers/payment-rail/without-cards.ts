import type { PaymentRail } from './payment-rail.ts';

/**
 * The rail of a live installation without a card provider. This rail knows no cards, and bank accounts are paid by
 * file. Cards that were saved with an earlier provider are declined, and their refunds wait until the installation has
 * a provider again.
 */
export const railWithoutCards: PaymentRail = {
  describe: async () => undefined,
  charge: async () => 'declined',
  refund: async ({ reference }) => {
    throw new Error(`the charge ${reference} cannot be refunded without its card provider`);
  },
  collect: async () => ({ state: 'pending' }),
  payOut: async () => ({ state: 'pending' }),
};
