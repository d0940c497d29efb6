import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exact, id, timestamp } from './wire.ts';

/** Base64 of RFC 4648, with padding. */
const base64 = z.string();
/** An integer that may be larger than a JSON number, in decimal. */
const integer = z.string().check(z.regex(/^-?\d{1,40}$/));

const inclusion = z.array(base64);

/**
 * All data that a verifier needs (packages/verify/README.md, `florin-proof/1`). A proof of one entry has null in the
 * fields about balances.
 */
export const proof = z.object({
  format: z.literal('florin-proof/1'),
  /** The name of the log. */
  origin: z.string(),
  /** The verifier keys of the log, oldest first. */
  keys: z.array(z.string()),
  /** The notes in which each key names the next key. */
  key_notes: z.array(z.object({ note: z.string(), index: z.number(), inclusion })),
  /** The keys of the house's witnesses, and the required number of witness signatures. */
  witnesses: z.object({ keys: z.array(z.string()), needed: z.number() }),
  /** The signed checkpoint, with the signatures of witnesses. */
  checkpoint: z.string(),
  consistency: z.nullable(z.object({ from: z.number(), hashes: z.array(base64) })),
  email: z.nullable(z.string()),
  secret: z.nullable(base64),
  sums: z.nullable(z.object({ note: z.string(), index: z.number(), inclusion })),
  balances: z.array(
    z.object({
      account: integer,
      asset: z.string(),
      amount: integer,
      pieces: z.array(
        z.object({
          amount: integer,
          index: z.number(),
          path: z.array(z.object({ hash: base64, sum: integer })),
        }),
      ),
    }),
  ),
  /** The balances as a signed note, which is evidence. */
  statement: z.nullable(z.string()),
  entries: z.array(
    z.object({
      index: z.number(),
      leaf: base64,
      inclusion,
      header: z.string(),
      postings: z.array(z.object({ place: z.number(), account: integer, text: z.string() })),
    }),
  ),
});
export type Proof = z.infer<typeof proof>;

const since = z.object({
  /** The size of the last checkpoint that the caller saw. */
  since: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
});

const limits = { atMost: { times: 60, seconds: 60, sharedAs: 'proofs' } } as const;

const getProof = endpoint({
  method: 'GET',
  path: '/proof',
  summary:
    'Get the proof that the balances and the newest entries of the account are in the public log, and that the log continues an earlier one',
  access: 'member',
  query: since,
  answer: proof,
  ...limits,
  refusals: ['too_many_requests', 'proof_not_ready'],
});

const getTransactionProof = endpoint({
  method: 'GET',
  path: '/transactions/:id/proof',
  summary: 'Get the proof that a transaction is in the public log. A new one takes up to two seconds',
  access: 'member',
  params: z.object({ id }),
  query: since,
  answer: proof,
  ...limits,
  refusals: ['not_found', 'too_many_requests', 'proof_not_ready'],
});

const assetSums = z.object({
  asset: z.string(),
  /** The balances of the members, which the house owes to the members. */
  liabilities_exact: exact,
  /** The root of the sum tree. */
  root: base64,
  house: z.array(z.object({ kind: z.string(), balance_exact: exact })),
});

const books = z.object({
  /** The name of the log. */
  origin: z.string(),
  /** The key that signs now. */
  key: z.string(),
  /** The number of entries in the log. */
  size: z.number(),
  checkpoint: z.nullable(z.string()),
  checkpoint_at: timestamp,
  /** The keys of the house's witnesses, with the last signed checkpoint of each witness. */
  witnesses: z.array(z.object({ key: z.string(), size: z.nullable(z.number()), signed_at: z.nullable(timestamp) })),
  witnesses_needed: z.number(),
  /**
   * The newest checkpoint that others stamped, and the newest checkpoint in Bitcoin. The files of a checkpoint are
   * below `/log/anchors/<size>`.
   */
  anchors: z.array(
    z.object({
      size: z.number(),
      /** The time stamp of a time stamp server (RFC 3161). */
      time_stamp: z.nullable(z.object({ by: z.string(), at: timestamp })),
      /** The OpenTimestamps calendars that have the checkpoint. */
      calendars: z.array(z.string()),
      bitcoin_block: z.nullable(z.number()),
    }),
  ),
  sums: z.nullable(
    z.object({
      number: z.number(),
      size: z.number(),
      at: timestamp,
      /** The signed note. */
      note: z.string(),
      assets: z.array(assetSums),
    }),
  ),
  /** Earlier sums, newest first: at most one per hour, at most 48 in total. */
  history: z.array(
    z.object({
      number: z.number(),
      size: z.number(),
      at: timestamp,
      liabilities: z.array(z.object({ asset: z.string(), sum_exact: exact })),
    }),
  ),
});
export type Books = z.infer<typeof books>;

const getBooks = endpoint({
  method: 'GET',
  path: '/books',
  summary: 'Get what the house states of its books: entries, sums per asset, and the newest checkpoint',
  access: 'public',
  answer: books,
  refusals: ['not_found'],
});

/** The calls about proofs. */
export const proofCalls = { getProof, getTransactionProof, getBooks };
