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

const told = (outcome: Outcome, sentences: RefusalSentences = {}, of = entry) =>
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

describe('what the ledger said', () => {
  test.each<Outcome>([
    { outcome: 'posted', entryId: 1n, recordedAt: new Date(), lines: [] },
    { outcome: 'duplicate', entryId: 1n },
  ])('$outcome is told as it is', async (outcome) => {
    expect(await told(outcome)).toBe(outcome);
  });

  test.each(refusals)('%o is refused as the command says it', async (outcome, code, message) => {
    await expect(told(outcome, sentences)).rejects.toMatchObject({ name: 'Refusal', code, message });
  });

  test.each(refusals.slice(0, -1))('%o is a bug where the command has no word for it', async (outcome) => {
    await expect(told(outcome)).rejects.toThrow(
      new Error(`the ledger called an entry of kind test ${outcome.outcome}, which it cannot be`),
    );
  });

  test('a conflict is of the idempotency key unless the command says otherwise', async () => {
    await expect(told({ outcome: 'conflict' }, { insufficient: sentences.insufficient })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used for another request.',
    });
  });

  test('malformed is a bug, told with what history would have shown', async () => {
    await expect(told({ outcome: 'malformed', verdict: 'unbalanced' }, sentences)).rejects.toThrow(
      new Error('the ledger called an entry of kind test unbalanced: {"note":"what history shows"}'),
    );
  });
});

describe('an allowance that is too small', () => {
  /** Draws so much of 10 for a new owner; then the last of these is refused. */
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
    return told(outcome, { limit: ({ kind, left }) => new Refusal('limit_exceeded', `${kind}: ${left}`) }, refused);
  }

  test.each([
    [1n, 'per-1: 9'],
    [9n, 'per-9: 1'],
    [10n, 'per-10: 0'],
    [11n, 'per-11: 0'],
  ])('tells what was left of 10 after %i', async (units, sentence) => {
    await expect(leftAfter(units)).rejects.toThrow(new Refusal('limit_exceeded', sentence));
  });

  test('is a bug where the entry does not draw on it, or nobody does', async () => {
    const another = await accountDirectory(database.pool).incomingId(entry.actor, 'USD-limit');
    for (const account of [another, 10n ** 17n])
      await expect(told({ outcome: 'limit', account }, { limit: () => new Refusal('busy', '') })).rejects.toThrow(
        'the ledger named an allowance that the entry does not draw on',
      );
  });
});
