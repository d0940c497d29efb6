import type { JournalEntry } from '../../ledger/index.ts';

type Plain = Omit<JournalEntry, 'requestHash' | 'postings' | 'reserve' | 'draws' | 'endsHold' | 'quote'> & {
  readonly requestHash: string;
  readonly postings: readonly (readonly [account: string, units: string])[];
  readonly reserve?: { readonly account: string; readonly units: string; readonly expiresAt?: string };
  /** The API key that proposed the payment. */
  readonly apiKey?: string;
};

/** Returns a payment's entry as JSON, without its draws: these were counted when it was proposed. */
export function writeEntry(entry: JournalEntry, apiKey?: string): Plain {
  const { key, requestHash, actor, kind, metadata, postings, reserve, isContested } = entry;
  return {
    key,
    requestHash: String(requestHash),
    actor,
    kind,
    metadata,
    postings: postings.map(({ account, units }) => [String(account), String(units)] as const),
    ...(reserve
      ? {
          reserve: {
            account: String(reserve.account),
            units: String(reserve.units),
            ...(reserve.expiresAt ? { expiresAt: reserve.expiresAt.toISOString() } : {}),
          },
        }
      : {}),
    ...(isContested === undefined ? {} : { isContested }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

export function readEntry({ requestHash, postings, reserve, ...plain }: Plain): JournalEntry {
  const { key, actor, kind, metadata, isContested } = plain;
  return {
    key,
    actor,
    kind,
    metadata,
    ...(isContested === undefined ? {} : { isContested }),
    requestHash: BigInt(requestHash),
    postings: postings.map(([account, units]) => ({ account: BigInt(account), units: BigInt(units) })),
    ...(reserve
      ? {
          reserve: {
            account: BigInt(reserve.account),
            units: BigInt(reserve.units),
            ...(reserve.expiresAt === undefined ? {} : { expiresAt: new Date(reserve.expiresAt) }),
          },
        }
      : {}),
  };
}

export type PlainEntry = Plain;
