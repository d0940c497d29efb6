import type { Transaction, TransactionType } from '@florin/contract';
import { isFiat, type FiatCode } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { idOfHold } from './hold-id.ts';
import { isDebit, type HistoryLine, type MovementKind, type PeopleById } from './movement.ts';

/** Returns a history line in the form of the API. */
export function transactionView(line: HistoryLine, movement: MovementKind, people: PeopleById): Transaction {
  const { fee, counter, ...story } = movement.describe(line, people);
  return {
    id: lineId(line, movement),
    type: lineType(line, movement),
    ...moneyFields('amount', line.amount),
    currency: fiatOf(line.amount.asset),
    ...moneyFields('fee', fee),
    ...moneyFields('counter_amount', counter),
    counter_currency: counter.asset,
    ...(wasReserved(line, movement) && moneyFields('reserved', line.waiting.amount)),
    status: line.waiting?.status ?? 'completed',
    date: line.recordedAt.toISOString(),
    ...story,
    timeline: timelineOf(line, movement),
    can_cancel: canCancel(line, movement),
    ...(line.waiting?.status === 'pending' && line.waiting.expiresAt
      ? { expires_at: line.waiting.expiresAt.toISOString() }
      : {}),
    ...(line.posting && moneyFields('balance_after', line.posting.balanceAfter)),
  };
}

export const lineType = (line: HistoryLine, movement: MovementKind): TransactionType =>
  (isDebit(line, movement) ? movement.debit : movement.credit) ??
  unexpected(`A history line of kind ${movement.kind} has no transaction type for its direction.`);

type Ended = HistoryLine & { readonly waiting: NonNullable<HistoryLine['waiting']> };

/** Returns true for outgoing money that was reserved and is available again. */
const wasReserved = (line: HistoryLine, { pending }: MovementKind): line is Ended =>
  line.waiting !== undefined && line.waiting.status !== 'pending' && pending?.direction === 'out';

const canCancel = ({ waiting }: HistoryLine, { pending }: MovementKind): boolean =>
  waiting?.status === 'pending' && waiting.sentAt === undefined && pending?.cancel !== undefined;

/**
 * Returns the line's permanent id: `h` and the hold's number for lines that started with a hold, else the posting's
 * key.
 */
function lineId(line: HistoryLine, movement: MovementKind): string {
  const hold =
    line.waiting?.hold ?? (movement.pending?.type === lineType(line, movement) ? line.metadata['hold'] : undefined);
  if (hold !== undefined) return idOfHold(hold);
  if (!line.posting) return unexpected('A history line has neither a posting nor a hold.');
  return `${line.posting.account}-${line.posting.seq}`;
}

function timelineOf(
  { waiting, recordedAt, metadata }: HistoryLine,
  { pending }: MovementKind,
): Transaction['timeline'] {
  const began = waiting ? recordedAt.toISOString() : pending && metadata['started'];
  if (began === undefined) return [{ step: 'completed', at: recordedAt.toISOString() }];
  const status = waiting?.status ?? 'completed';
  const ended = (waiting ? waiting.endedAt : recordedAt)?.toISOString() ?? null;
  const sent = waiting?.sentAt?.toISOString() ?? metadata['sent'] ?? null;
  const goesToBank = pending?.sentKey !== undefined && (sent !== null || status === 'pending');
  return [
    { step: 'started', at: began },
    ...(goesToBank ? [{ step: 'sent_to_bank' as const, at: sent }] : []),
    { step: status === 'pending' ? 'completed' : status, at: ended },
  ];
}

const fiatOf = (asset: string): FiatCode =>
  isFiat(asset) ? asset : unexpected(`${asset} has no lines in the history.`);

function unexpected(sentence: string): never {
  throw new Error(sentence);
}
