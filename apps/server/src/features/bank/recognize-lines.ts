import type { PoolClient } from 'pg';
import { numberArray } from '../../platform/database/array-literal.ts';
import type { KnownLine, LinesOfStatement } from './keep-lines.ts';

/** A new line, and the id of the stored line that equals it. */
export type RecognizedLine = KnownLine & { readonly knownAs: bigint };

type Line = KnownLine & {
  readonly id: bigint;
  readonly is_new: boolean;
  readonly is_decided: boolean;
  readonly reversal: boolean;
  readonly counterparty: string | null;
  readonly counterparty_account: string | null;
  readonly remittance: string | null;
  readonly payment_reference: string | null;
  readonly end_to_end_id: string | null;
};

const fields = [
  'end_to_end_id',
  'payment_reference',
  'remittance',
  'counterparty',
  'counterparty_account',
] as const satisfies readonly (keyof Line)[];

/**
 * Returns the statement's new lines that an earlier file already contained. Intraday reports and statements of some
 * banks name a line differently: only one of them has the bank's reference. The day, the amount and all details that
 * both lines have are equal. Each earlier line matches one line of the statement.
 *
 * The caller decides by the balances. A report without balances may omit a line that the statement has, but must not
 * bring the line twice.
 */
export async function recognizeLines(tx: PoolClient, statement: LinesOfStatement): Promise<readonly RecognizedLine[]> {
  const groups = new Map<string, { readonly fresh: Line[]; readonly earlier: Line[] }>();
  for (const line of await similarLines(tx, statement)) {
    const key = `${line.booked} ${line.amount} ${line.reversal}`;
    const group = groups.get(key) ?? { fresh: [], earlier: [] };
    group[line.is_new ? 'fresh' : 'earlier'].push(line);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ fresh, earlier }) => pairsOf(fresh, earlier));
}

/** Returns the new lines of one day and amount that have a partner. An earlier line with more details chooses first. */
function pairsOf(fresh: readonly Line[], earlier: readonly Line[]): readonly RecognizedLine[] {
  const left = new Map<string, Line[]>();
  for (const line of fresh.toReversed()) {
    const equal = left.get(detailsOf(line)) ?? [];
    equal.push(line);
    left.set(detailsOf(line), equal);
  }
  const found: RecognizedLine[] = [];
  for (const line of earlier.toSorted((a, b) => namedBy(b) - namedBy(a))) {
    const same = partnersAmong(left, line);
    const [details = ''] = same;
    // The money of a decided line has an owner, who must not get it again.
    if (line.is_decided && same.length > 1) continue;
    const partner = left.get(details)?.pop();
    if (left.get(details)?.length === 0) left.delete(details);
    if (partner) found.push({ ...partner, knownAs: line.id });
  }
  return found;
}

/** Returns the details of the line itself, or else the details that agree with the line in the most fields. */
function partnersAmong(left: ReadonlyMap<string, readonly Line[]>, line: Line): readonly string[] {
  const equal = detailsOf(line, line.bank_reference !== '');
  if (left.has(equal)) return [equal];
  let most = 0;
  let best: string[] = [];
  for (const [details, [other]] of left) {
    if (!other || !isSimilar(line, other)) continue;
    const agreed = fields.filter((field) => line[field] !== null && line[field] === other[field]).length;
    if (agreed > most) best = [];
    most = Math.max(most, agreed);
    if (agreed === most) best.push(details);
  }
  return best;
}

const isSimilar = (a: Line, b: Line): boolean =>
  (a.bank_reference === '') !== (b.bank_reference === '') &&
  fields.every((field) => a[field] === null || b[field] === null || a[field] === b[field]);

const namedBy = (line: Line): number => fields.filter((field) => line[field] !== null).length;

const detailsOf = (line: Line, isWithoutReference = line.bank_reference === ''): string =>
  JSON.stringify([isWithoutReference, ...fields.map((field) => line[field])]);

/**
 * Returns new lines of the statement, and earlier lines with the same days and amounts that are missing in the
 * statement. Two lines of one file are never the same, unless one is in a report and one in a statement of a ZIP file.
 */
async function similarLines(tx: PoolClient, { statementId, index, account }: LinesOfStatement): Promise<Line[]> {
  const { rows } = await tx.query<Line>(
    `with named as (
       select booked, amount * 100 as units, coalesce(bank_reference, '') as reference, count(*) as lines
       from staged_lines where statement = $3 and amount <> 0 group by 1, 2, 3
     ),
     fresh as (
       select l.* from bank_lines l
       where l.statement_id = $1 and l.explains is null and l.booked is not null
     ),
     earlier as (
       select l.* from bank_lines l
       join bank_statements s on s.id = l.statement_id join bank_statements own on own.id = $1
       where l.account = $2 and (l.booked, l.amount) in (select booked, amount from fresh)
         and l.statement_id <> $1 and l.explains is null
         and (s.file_id <> own.file_id or (s.closing is null) <> (own.closing is null))
         and not exists (select from named n where n.booked = l.booked and n.units = l.amount
                           and n.reference = l.bank_reference and n.lines >= l.ordinal)
     )
     select l.id, l.statement_id = $1 as is_new, l.match is not null and l.match <> 'unallocated' as is_decided,
            l.booked::text, l.amount, l.bank_reference, l.ordinal, l.reversal, l.counterparty, l.counterparty_account,
            l.remittance, l.payment_reference, l.end_to_end_id
     from (select * from fresh where (booked, amount) in (select booked, amount from earlier)
           union all select * from earlier) l
     order by l.id`,
    [statementId, account, index],
  );
  return rows;
}

/**
 * Returns a line of the statement's days that only reports without balances contained. An operator needs this line to
 * explain a difference of the balances.
 */
export async function lineOfReports(
  tx: PoolClient,
  { statementId, index, account }: LinesOfStatement,
  recognized: readonly RecognizedLine[],
): Promise<{ booked: string; amount: bigint } | undefined> {
  const { rows } = await tx.query<{ booked: string; amount: bigint }>(
    `select l.booked::text, l.amount
     from bank_statements own
     join bank_lines l on l.account = $2 and l.booked between own.from_date and own.to_date
     join bank_statements s on s.id = l.statement_id
     where own.id = $1 and l.explains is null and s.closing is null and l.id <> all ($4)
       and l.ordinal > (select count(*) from staged_lines g
                        where g.statement = $3 and g.booked = l.booked and g.amount * 100 = l.amount
                          and coalesce(g.bank_reference, '') = l.bank_reference)
     order by l.id limit 1`,
    [statementId, account, index, numberArray(recognized.map(({ knownAs }) => knownAs))],
  );
  return rows[0];
}
