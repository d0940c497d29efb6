import { formatAmount } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { RequestNews } from '../requests/index.ts';
import type { News } from './news.ts';

export function newsOfRequest(news: RequestNews): News {
  const { requestId, kind, amount, note, at, open } = news;
  return {
    id: `${kind}-${requestId}`,
    kind,
    title: titleOf(news),
    ...(note && { body: note }),
    date: at.toISOString(),
    ...moneyFields('amount', amount),
    currency: amount.asset,
    request_id: requestId,
    ...(kind === 'request_received' && { open }),
  };
}

function titleOf({ kind, otherName, amount }: RequestNews): string {
  const name = otherName ?? 'Someone';
  const figure = formatAmount(amount);
  switch (kind) {
    case 'request_received':
      return `${name} requested ${figure}`;
    case 'request_paid':
      return `${name} paid your request for ${figure}`;
    case 'request_declined':
      return `${name} declined your request for ${figure}`;
    case 'request_expired':
      return `Your request for ${figure}${otherName === null ? '' : ` to ${otherName}`} has expired`;
  }
}
