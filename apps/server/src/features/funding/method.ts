import type { FiatCode } from '@florin/money';
import { usdBalanceMethodId, type PaymentMethod } from '@florin/contract';

/** A card or bank account that a member added, as stored. */
export type StoredMethod = {
  readonly id: string;
  readonly rail_token: string;
  readonly type: 'card' | 'bank';
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expiry: string | null;
  readonly name: string | null;
  readonly account_number: string | null;
  readonly is_default: boolean;
  /** The currency of a bank account that its owner named by its number. */
  readonly currency: FiatCode | null;
  /** Withdrawals are possible from this time. */
  readonly usable_from: Date;
  /** True while `usable_from` is in the future. */
  readonly waits: boolean;
  /** True after a password reset by mail until the owner confirms the bank account. */
  readonly in_review: boolean;
};

/** `Visa •••• 4242`, `Sandbox Bank •••• 6789` */
export const methodLabel = (method: StoredMethod): string =>
  method.type === 'card' ? `${method.brand} •••• ${method.last4}` : `${method.name} ${method.account_number}`;

export const methodView = (method: StoredMethod): PaymentMethod => ({
  id: method.id,
  type: method.type,
  label: methodLabel(method),
  is_default: method.is_default,
  ...(method.brand ? { brand: method.brand } : {}),
  ...(method.last4 ? { last4: method.last4 } : {}),
  ...(method.expiry ? { expiry: method.expiry } : {}),
  ...(method.name ? { name: method.name } : {}),
  ...(method.account_number ? { account_number: method.account_number } : {}),
  ...(method.currency ? { currency: method.currency } : {}),
  ...(method.type === 'bank' && method.waits ? { withdrawals_from: method.usable_from.toISOString() } : {}),
  ...(method.in_review ? { in_review: true } : {}),
});

/** The USD balance as a payment method: never stored, and the default if no other method is. */
export const usdBalanceMethod = (isDefault: boolean): PaymentMethod => ({
  id: usdBalanceMethodId,
  type: 'balance',
  label: 'USD balance',
  is_default: isDefault,
});
