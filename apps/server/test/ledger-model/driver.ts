import { randomUUID } from 'node:crypto';
import type { JournalEntry, Outcome } from '../../src/ledger/index.ts';
import { limitAsset, postBatch } from '../../src/ledger/post-batch.ts';
import type { Queryable } from '../../src/platform/database/pool.ts';
import { drawKind, outcomes, type ModelEntry, type OutcomeName } from './entry.ts';

/** The database's answer for one entry. */
export type Answer = {
  readonly outcome: OutcomeName;
  readonly id: bigint | undefined;
  readonly account: bigint | undefined;
  readonly recordedAt: Date | undefined;
  /** Number and balance of each posting; empty unless the entry was posted now. */
  readonly lines: readonly { readonly seq: bigint; readonly balance: bigint }[];
};

const actor = randomUUID();

const sql = `
  select outcome::text[], id, account, recorded_at, posting_seq, posting_balance from ledger.post(
    entry_key => $1, entry_actor => $2, entry_hash => $3, entry_kind => $4, entry_metadata => $5,
    posting_entry => $6, posting_account => $7, posting_amount => $8,
    draw_entry => $9, draw_owner => $10, draw_kind => $11, draw_asset => $12, draw_slot => $13,
    draw_amount => $14, draw_limit => $15,
    entry_quote => $16, entry_quote_expires => $17, entry_ends_hold => $18,
    reserve_entry => $19, reserve_account => $20, reserve_amount => $21, reserve_expires => $22)`;

type Row = {
  outcome: OutcomeName[];
  id: (bigint | null)[];
  account: (bigint | null)[];
  recorded_at: Date;
  posting_seq: bigint[] | null;
  posting_balance: bigint[] | null;
};

/** Posts a batch with all parameters of `ledger.post()`. */
export async function postRaw(database: Queryable, batch: readonly ModelEntry[]): Promise<Answer[]> {
  const { rows } = await database.query<Row>({ name: 'post-raw', text: sql, values: valuesOf(batch) });
  const [row] = rows;
  if (!row) throw new Error('ledger.post did not answer');
  let written = 0;
  const answers = batch.map((entry, i) => {
    const outcome = row.outcome[i] ?? missing();
    const postings = outcome === 'posted' ? entry.postings : [];
    return {
      outcome,
      id: row.id[i] ?? undefined,
      account: row.account[i] ?? undefined,
      recordedAt: outcome === 'posted' ? row.recorded_at : undefined,
      lines: postings.map(() => {
        const place = written++;
        return { seq: row.posting_seq?.[place] ?? missing(), balance: row.posting_balance?.[place] ?? missing() };
      }),
    };
  });
  if ((row.posting_seq?.length ?? 0) !== written) throw new Error('ledger.post answered for more lines than it posted');
  return answers;
}

function valuesOf(batch: readonly ModelEntry[]): unknown[] {
  const flat = <Line>(linesOf: (entry: ModelEntry) => readonly Line[]) =>
    batch.flatMap((entry, i) => linesOf(entry).map((line) => ({ place: i + 1, ...line })));
  const postings = flat((entry) => entry.postings);
  const draws = flat((entry) => entry.draws);
  const reserves = flat((entry) => (entry.reserves ? [entry.reserves] : []));
  const unlessNone = (values: unknown[]) => (values.every((value) => value === undefined) ? [] : values);
  return [
    batch.map((entry) => entry.key),
    batch.map(() => actor),
    batch.map((entry) => entry.hash),
    batch.map(() => 'test'),
    batch.map(() => null),
    postings.map((line) => line.place),
    postings.map((line) => line.account),
    postings.map((line) => line.amount),
    draws.map((line) => line.place),
    draws.map((line) => line.owner),
    draws.map(() => drawKind),
    draws.map(() => limitAsset),
    draws.map((line) => line.slot),
    draws.map((line) => line.amount),
    draws.map((line) => line.limit),
    unlessNone(batch.map((entry) => entry.quote?.id)),
    unlessNone(batch.map((entry) => entry.quote?.expires)),
    unlessNone(batch.map((entry) => entry.endsHold)),
    reserves.map((line) => line.place),
    reserves.map((line) => line.account),
    reserves.map((line) => line.amount),
    reserves.map((line) => line.expires),
  ];
}

/** Posts a batch like the server: without quotes and holds, and with house accounts on the given lane. */
export async function postAsServer(database: Queryable, batch: readonly ModelEntry[], lane: number): Promise<Answer[]> {
  return (await postBatch(database, batch.map(journalEntry), lane)).map(answerOf);
}

const journalEntry = (entry: ModelEntry): JournalEntry => ({
  key: entry.key,
  requestHash: entry.hash,
  actor,
  kind: 'test',
  metadata: {},
  postings: entry.postings.map(({ account, amount }) => ({ account, units: amount })),
  draws: entry.draws.map(({ owner, slot, amount, limit }) => ({ owner, kind: drawKind, slot, units: amount, limit })),
});

const answerOf = (outcome: Outcome): Answer => ({
  outcome: nameOf(outcome),
  id: 'entryId' in outcome ? outcome.entryId : undefined,
  account: 'account' in outcome ? outcome.account : undefined,
  recordedAt: 'recordedAt' in outcome ? outcome.recordedAt : undefined,
  lines: 'lines' in outcome ? outcome.lines.map(({ seq, balance }) => ({ seq, balance })) : [],
});

/**
 * Returns the database's name for an outcome. A closed account has no such name, because the database raises an error.
 */
function nameOf(outcome: Outcome): OutcomeName {
  if (outcome.outcome === 'account_closed') throw new Error('no account of the model is ever closed');
  return outcome.outcome === 'malformed' ? verdictOf(outcome.verdict) : outcome.outcome;
}

const verdictOf = (verdict: string): OutcomeName => outcomes.find((one) => one === verdict) ?? missing();

function missing(): never {
  throw new Error('ledger.post answered for fewer lines than it posted');
}
