import { formatAmount } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Refund } from '../funding/index.ts';
import type { News } from './news.ts';

/** Whoever waited for it may have been told only that it is finished, or given back. */
export const newsOfRefund = ({ id, amount, label, reason, at }: Refund): News => ({
  id: `refund-${id}`,
  kind: 'charge_refunded',
  title: `${formatAmount(amount)} went back to ${label}`,
  ...(reason !== undefined && { body: reason }),
  date: at.toISOString(),
  ...moneyFields('amount', amount),
  currency: amount.asset,
});
