import type { PoolClient } from 'pg';
import { numberArray } from '../../platform/database/array-literal.ts';
import type { LinesOfStatement } from './keep-lines.ts';
import { pairsByReference, pairsOf, type Kind, type Line, type Pairs, type RecognizedLine } from './pair-lines.ts';
import { comparedColumns, undatedLines } from './undated-lines.ts';

/**
 * Returns the statement's new lines that an earlier file already contained. Intraday reports and statements of some
 * banks name a line differently: only one of them has the bank's reference, or the day. The amount and all details that
 * both lines have are equal. Each earlier line matches one line of the statement.
 *
 * The caller decides by the balances. A report without balances may omit a line that the statement has, but must not
 * bring the line twice.
 */
export async function recognizeLines(tx: PoolClient, statement: LinesOfStatement, isReport: boolean): Promise<Pairs> {
  const found = pairsIn(await similarLines(tx, statement), { isReport, isUndated: false });
  const lines = await undatedLines(tx, statement);
  for (const isCompared of [isNewWithoutDay, isEarlierWithoutDay]) {
    const compared = lines.filter(isCompared).filter(openAfter(found.known));
    const byReference = pairsByReference(compared);
    const byDetails = pairsIn(compared.filter(openAfter(byReference)), { isReport, isUndated: true });
    found.known.push(...byReference, ...byDetails.known);
    found.doubtful.push(...byDetails.doubtful);
  }
  return found;
}

const isNewWithoutDay = (line: Line): boolean => !line.is_new || line.booked === null;
const isEarlierWithoutDay = (line: Line): boolean => line.is_new === (line.booked !== null);

function openAfter(pairs: readonly RecognizedLine[]): (line: Line) => boolean {
  const paired = new Set(pairs.flatMap(({ id, knownAs }) => [id, knownAs]));
  return ({ id }) => !paired.has(id);
}

function pairsIn(lines: readonly Line[], kind: Kind): Pairs {
  const groups = new Map<string, { readonly fresh: Line[]; readonly earlier: Line[] }>();
  for (const line of lines) {
    const key = `${kind.isUndated ? '' : line.booked} ${line.amount} ${line.reversal}`;
    const group = groups.get(key) ?? { fresh: [], earlier: [] };
    group[line.is_new ? 'fresh' : 'earlier'].push(line);
    groups.set(key, group);
  }
  const pairs = [...groups.values()].map(({ fresh, earlier }) => pairsOf(fresh, earlier, kind));
  return { known: pairs.flatMap(({ known }) => known), doubtful: pairs.flatMap(({ doubtful }) => doubtful) };
}

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
     select ${comparedColumns}
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
