import { fromExact, type EventOfMember } from '@florin/contract';
import { formatAmount } from '@florin/money';

/** Summarizes the event in a few words: description, amount and counterparty. */
export function summaryOf({ data, object }: EventOfMember): string {
  if (data === null) return object;
  if ('description' in data)
    return `${data.description} · ${formatAmount(fromExact(data.currency, data.amount_exact))}`;
  if ('title' in data) return data.title;
  if ('customer' in data) return `${data.number ?? ''} · ${formatAmount(fromExact(data.currency, data.total_exact))}`;
  if ('file_name' in data) return `${data.file_name} · ${data.counts.paid} of ${data.counts.all} paid`;
  const other = data.direction === 'incoming' ? data.requester.name : data.recipient?.name;
  const amount = formatAmount(fromExact(data.currency, data.amount_exact));
  return other === undefined ? amount : `${other} · ${amount}`;
}
