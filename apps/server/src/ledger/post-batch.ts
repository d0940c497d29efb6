import { jsonArray, numberArray, textArray } from '../platform/database/array-literal.ts';
import type { Statements } from '../platform/database/pipeline.ts';
import type { AccountId, JournalEntry, Outcome, PostedLine } from './entry.ts';

/** The default memo asset of allowances: US cents. */
export const limitAsset = 'USD-limit';

export const lanes = 16;

const sql = `
  select outcome::text[], id, account, recorded_at, posting_seq, posting_balance
  from ledger.post(
    entry_key => $1, entry_actor => $2, entry_hash => $3, entry_kind => $4, entry_metadata => $5,
    posting_entry => $6, posting_account => $7, posting_amount => $8,
    draw_entry => $9, draw_owner => $10, draw_kind => $11, draw_asset => $12, draw_slot => $13,
    draw_amount => $14, draw_limit => $15,
    entry_quote => $16, entry_quote_expires => $17, entry_ends_hold => $18,
    reserve_entry => $19, reserve_account => $20, reserve_amount => $21, reserve_expires => $22)`;

type Row = {
  outcome: string[];
  id: (bigint | null)[];
  account: (AccountId | null)[];
  recorded_at: Date;
  posting_seq: bigint[] | null;
  posting_balance: bigint[] | null;
};

/**
 * Posts a batch in one call and one commit; returns one outcome per entry. Posts to house accounts on the given lane.
 * Throws database errors; after 40001 and 40P01 nothing is written and the batch may be posted again.
 */
export async function postBatch(
  database: Statements,
  batch: readonly JournalEntry[],
  lane: number,
): Promise<Outcome[]> {
  const postings = batch.flatMap((entry, i) => entry.postings.map((line) => ({ place: i + 1, ...line })));
  const draws = batch.flatMap((entry, i) => (entry.draws ?? []).map((line) => ({ place: i + 1, ...line })));
  const reserves = batch.flatMap((entry, i) => (entry.reserve ? [{ place: i + 1, ...entry.reserve }] : []));
  const { rows } = await database.query<Row>({
    name: 'post',
    text: sql,
    values: [
      textArray(batch.map((entry) => entry.key)),
      textArray(batch.map((entry) => entry.actor)),
      numberArray(batch.map((entry) => entry.requestHash)),
      textArray(batch.map((entry) => entry.kind)),
      jsonArray(batch.map((entry) => entry.metadata)),
      numberArray(postings.map((line) => line.place)),
      numberArray(postings.map((line) => onLane(line.account, lane))),
      numberArray(postings.map((line) => line.units)),
      numberArray(draws.map((line) => line.place)),
      textArray(draws.map((line) => line.owner)),
      textArray(draws.map((line) => line.kind)),
      textArray(draws.map((line) => line.asset ?? limitAsset)),
      textArray(draws.map((line) => line.slot)),
      numberArray(draws.map((line) => line.units)),
      numberArray(draws.map((line) => line.limit)),
      ...perEntryOrNone(batch, (entry) => entry.quote, [(quote) => quote.id, (quote) => quote.expiresAt]),
      ...perEntryOrNone(batch, (entry) => entry.endsHold, [String]),
      numberArray(reserves.map((line) => line.place)),
      numberArray(reserves.map((line) => line.account)),
      numberArray(reserves.map((line) => line.units)),
      reserves.map((line) => line.expiresAt),
    ],
  });
  const row = rows[0];
  if (row?.outcome.length !== batch.length) throw new Error('ledger.post answered for another batch');
  return readOutcomes(batch, row);
}

/**
 * Returns a column with a place for each entry, or an empty column, which is faster, if no entry of the batch has this
 * part.
 */
function perEntryOrNone<Part>(
  batch: readonly JournalEntry[],
  partOf: (entry: JournalEntry) => Part | undefined,
  columns: readonly ((part: Part) => unknown)[],
): unknown[][] {
  const parts = batch.map(partOf);
  if (parts.every((part) => part === undefined)) return columns.map(() => []);
  return columns.map((column) => parts.map((part) => (part === undefined ? null : column(part))));
}

const onLane = (account: AccountId, lane: number) => (account < 0n ? account + BigInt(lane) : account);

function readOutcomes(batch: readonly JournalEntry[], row: Row): Outcome[] {
  let written = 0;
  return batch.map((entry, i) => {
    const [outcome, id, account] = [row.outcome[i], row.id[i] ?? undefined, row.account[i] ?? undefined];
    if (outcome === 'posted' && id !== undefined) {
      const lines = entry.postings.map((posting) => postedLine(posting, row, written++));
      return { outcome, entryId: id, recordedAt: row.recorded_at, lines };
    }
    if (outcome === 'duplicate' && id !== undefined) return { outcome, entryId: id };
    if (outcome === 'conflict' || outcome === 'hold_not_open') return { outcome };
    if (outcome === 'quote_used' || outcome === 'quote_expired') return { outcome };
    if ((outcome === 'insufficient' || outcome === 'limit') && account !== undefined) return { outcome, account };
    return { outcome: 'malformed', verdict: outcome ?? 'missing' };
  });
}

function postedLine({ account, units }: JournalEntry['postings'][number], row: Row, place: number): PostedLine {
  const [seq, balance] = [row.posting_seq?.[place], row.posting_balance?.[place]];
  if (seq === undefined || balance === undefined)
    throw new Error('ledger.post returned fewer postings than it was given');
  return { account, units, seq, balance };
}
