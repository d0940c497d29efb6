import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { Refusal } from '../platform/refusal.ts';
import { accountDirectory } from './accounts.ts';
import type { JournalEntry, Outcome } from './entry.ts';
import { postBatch } from './post-batch.ts';
import { standingOrRefusal, type RefusalSentences } from './post-or-refuse.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const entry: JournalEntry = {
  key: randomUUID(),
  requestHash: 1n,
  actor: randomUUID(),
  kind: 'test',
  metadata: { note: 'what history shows' },
  postings: [],
};

const standing = (outcome: Outcome, sentences: RefusalSentences = {}, of = entry) =>
  standingOrRefusal(database.pool, of, outcome, sentences);

const sentences = {
  insufficient: () => new Refusal('insufficient_balance', 'too little'),
  holdNotOpen: () => new Refusal('not_cancellable', 'ended'),
  quote: (outcome) => new Refusal('quote_expired', outcome),
  conflict: () => new Refusal('idempotency_key_reused', 'another of the same name'),
} satisfies RefusalSentences;

const refusals: [outcome: Outcome, code: string, sentence: string][] = [
  [{ outcome: 'insufficient', account: 1n }, 'insufficient_balance', 'too little'],
  [{ outcome: 'hold_not_open' }, 'not_cancellable', 'ended'],
  [{ outcome: 'quote_used' }, 'quote_expired', 'quote_used'],
  [{ outcome: 'quote_expired' }, 'quote_expired', 'quote_expired'],
  [{ outcome: 'conflict' }, 'idempotency_key_reused', 'another of the same name'],
];

describe('ledger outcomes', () => {
  test.each<Outcome>([
    { outcome: 'posted', entryId: 1n, recordedAt: new Date(), lines: [] },
    { outcome: 'duplicate', entryId: 1n },
  ])('returns the outcome $outcome unchanged', async (outcome) => {
    expect(await standing(outcome)).toBe(outcome);
  });

  test.each(refusals)("throws the command's own error for %o", async (outcome, code, message) => {
    await expect(standing(outcome, sentences)).rejects.toMatchObject({ name: 'Refusal', code, message });
  });

  test.each(refusals.slice(0, -1))(
    'throws an internal error for %o if the command has no error for it',
    async (outcome) => {
      await expect(standing(outcome)).rejects.toThrow(
        new Error(`an entry of kind test has no error for the outcome ${outcome.outcome}`),
      );
    },
  );

  test('reports a conflict as a reused idempotency key by default', async () => {
    await expect(standing({ outcome: 'conflict' }, { insufficient: sentences.insufficient })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used for another request.',
    });
  });

  test('throws an internal error with the metadata for a malformed entry', async () => {
    await expect(standing({ outcome: 'malformed', verdict: 'unbalanced' }, sentences)).rejects.toThrow(
      new Error('the ledger rejected an entry of kind test as unbalanced: {"note":"what history shows"}'),
    );
  });
});

describe('exceeded allowances', () => {
  /** Draws this much of 10 for a new owner; a second draw is then rejected. */
  async function leftAfter(units: bigint) {
    const drawing = (drawn: bigint, limit: bigint): JournalEntry => ({
      ...entry,
      key: randomUUID(),
      draws: [
        { owner: entry.actor, kind: 'another', slot: 'any', units: 1n, limit: 100n },
        { owner: entry.actor, kind: `per-${units}`, slot: 'any', units: drawn, limit },
      ],
    });
    const refused = drawing(50n, 10n);
    const [, outcome] = await postBatch(database.pool, [drawing(units, 20n), refused], 0);
    if (!outcome) throw new Error('there is no outcome');
    return standing(outcome, { limit: ({ kind, left }) => new Refusal('limit_exceeded', `${kind}: ${left}`) }, refused);
  }

  test.each([
    [1n, 'per-1: 9'],
    [9n, 'per-9: 1'],
    [10n, 'per-10: 0'],
    [11n, 'per-11: 0'],
  ])('states the rest of 10 after a draw of %i', async (units, sentence) => {
    await expect(leftAfter(units)).rejects.toThrow(new Refusal('limit_exceeded', sentence));
  });

  test('throws an error when the entry does not draw on the named allowance', async () => {
    const another = await accountDirectory(database.pool).incomingId(entry.actor, 'USD-limit');
    for (const account of [another, 10n ** 17n])
      await expect(standing({ outcome: 'limit', account }, { limit: () => new Refusal('busy', '') })).rejects.toThrow(
        'the ledger named an allowance that the entry does not draw on',
      );
  });
});
