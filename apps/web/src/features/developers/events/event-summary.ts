import type { EventOfMember } from '@florin/contract';

/** Returns what the event is about in a few words: description, amount and other side. */
export function summaryOf({ data, object }: EventOfMember): string {
  if (data === null) return object;
  if ('description' in data) return `${data.description} · ${signedAmount(data.amount_exact, data.currency)}`;
  if ('title' in data) return data.title;
  if ('customer' in data) return `${data.number ?? ''} · ${data.total_exact} ${data.currency}`;
  if ('file_name' in data) return `${data.file_name} · ${data.counts.paid} of ${data.counts.all} paid`;
  const other = data.direction === 'incoming' ? data.requester.name : data.recipient?.name;
  const amount = `${data.amount_exact} ${data.currency}`;
  return other === undefined ? amount : `${other} · ${amount}`;
}

const signedAmount = (exact: string, currency: string) => `${exact.replace(/^-/, '−')} ${currency}`;
