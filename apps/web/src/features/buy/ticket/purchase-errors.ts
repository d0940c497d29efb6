import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../../api/refusal-text.ts';
import type { Trouble } from '../../../wallet-ui/held-price/trade-trouble.tsx';

export type PurchaseErrors = {
  readonly amount?: string | undefined;
  readonly method?: string | undefined;
  /** Why the purchase failed or is unclear. */
  readonly notice?: Trouble | undefined;
};

/** Assigns the server's error to the field that it names, else to the field of its code. */
export function errorsOf(error: unknown): PurchaseErrors {
  const { amount_usd: amount, payment_method_id: method } = refusalFields(error);
  if (amount ?? method) return { amount, method };
  if (!(error instanceof CallRefused) || !error.body) return {};
  const field = error.body.code && fieldOfCode[error.body.code];
  return field ? { [field]: error.body.detail } : {};
}

const fieldOfCode: Partial<Record<ErrorCode, 'amount' | 'method'>> = {
  insufficient_balance: 'amount',
  plan_limit_exceeded: 'amount',
  not_in_stock: 'amount',
  payment_declined: 'method',
  payment_method_not_found: 'method',
};
