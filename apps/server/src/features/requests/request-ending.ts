import type { JournalEntry } from '../../ledger/index.ts';
import { digestBigint, digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { MoneyRequest } from './request-store.ts';

/** The kinds of entry that end a request. */
export const requestPaidKind = 'request-paid';
export const requestDeclinedKind = 'request-declined';
export const requestCancelledKind = 'request-cancelled';

type EndingKind = typeof requestPaidKind | typeof requestDeclinedKind | typeof requestCancelledKind;

/** The key that all of them take. */
export const endingKey = (requestId: string): string => digestUuid('payment-request', requestId);

/**
 * What the entry that ends a request has, whatever the ending: one key for all, so that the ledger decides which one
 * happens, whoever asks at the same moment; and the request as an offer that may be used once, until it expires by the
 * database's clock. The same ending by the same person is a repeat, anything else a conflict.
 */
export const endingOf = (
  request: MoneyRequest,
  kind: EndingKind,
  actor: string,
): Pick<JournalEntry, 'key' | 'requestHash' | 'actor' | 'kind' | 'quote'> => ({
  key: request.endingKey,
  requestHash: digestBigint(kind, actor),
  actor,
  kind,
  quote: { id: request.id, expiresAt: request.expiresAt },
});

/** What the ledger's no to an ending means. */
export const endingRefusals = { conflict: notOpen, quote: notOpen } as const;

export function notOpen(): Refusal {
  return new Refusal('request_not_open', 'This request was paid, declined, cancelled or has expired.');
}
