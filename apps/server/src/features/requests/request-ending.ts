import type { JournalEntry } from '../../ledger/index.ts';
import { digestBigint, digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';

/** The kinds of the entries that end a request. */
export const requestPaidKind = 'request-paid';
export const requestDeclinedKind = 'request-declined';
export const requestCanceledKind = 'request-cancelled';

type EndingKind = typeof requestPaidKind | typeof requestDeclinedKind | typeof requestCanceledKind;

/** The key of the entry that ends a request. */
export const endingKey = (requestId: string): string => digestUuid('payment-request', requestId);

/**
 * Returns the common fields of an ending entry. All endings share one key, so the ledger accepts only one of them. The
 * request is used as a quote: once, before it expires by the database's clock. The same ending by the same person is a
 * repeat; any other ending is a conflict.
 */
export const endingOf = (
  request: { readonly id: string; readonly endingKey: string; readonly expiresAt: Date },
  kind: EndingKind,
  actor: string,
): Pick<JournalEntry, 'key' | 'isContested' | 'requestHash' | 'actor' | 'kind' | 'quote'> => ({
  key: request.endingKey,
  isContested: true,
  requestHash: digestBigint(kind, actor),
  actor,
  kind,
  quote: { id: request.id, expiresAt: request.expiresAt },
});

/** Maps the ledger's errors to request errors. */
export const endingRefusals = { conflict: notOpen, quote: notOpen } as const;

export function notOpen(): Refusal {
  return new Refusal('request_not_open', 'This request was paid, declined or canceled, or it expired.');
}
