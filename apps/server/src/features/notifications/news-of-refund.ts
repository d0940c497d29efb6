import { formatAmount } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Refund } from '../funding/index.ts';
import type { News } from './news.ts';

/** A refund can follow an error that promised either a completion or a refund. */
export const newsOfRefund = ({ id, amount, label, reason, at }: Refund): News => ({
  id: `refund-${id}`,
  kind: 'charge_refunded',
  title: `${formatAmount(amount)} was refunded to ${label}`,
  ...(reason !== undefined && { body: reason }),
  date: at.toISOString(),
  ...moneyFields('amount', amount),
  currency: amount.asset,
});
