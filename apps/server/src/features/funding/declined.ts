import { Refusal } from '../../platform/refusal.ts';
import type { Charge } from './charge-store.ts';

/** The error of a charge that took no money. */
export const declined = ({ label, details: { ended_because: reason } }: Pick<Charge, 'label' | 'details'>): Refusal =>
  new Refusal(
    'payment_declined',
    reason === undefined
      ? `${label} was declined. Nothing was charged. Use another payment method.`
      : `${reason} Nothing was charged.`,
  );
