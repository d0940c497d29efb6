import type { ScreeningHit } from '@florin/screening';
import type { Queryable } from '../../platform/database/pool.ts';
import type { NameScreening } from './name-screening.ts';

/** A person or company whose money moves. */
export type Screened = {
  /** `member <id>`, or `line <id>` for the payer of a statement line. */
  readonly subject: string;
  readonly memberId?: string;
  readonly name: string;
  /** The date comes only from a verified document, because a false date would hide a hit. */
  readonly birthDate?: string | undefined;
};

/**
 * `waiting` for an operator's decision, or `confirmed` as the listed person. Money moves only if the name's state is
 * `clear`.
 */
export type NameState = 'clear' | 'waiting' | 'confirmed';

/**
 * Compares a name with the lists, and records a hit for an operator's decision. A decision applies to the same name and
 * the same listed parties. An operator therefore decides once about a name, and again when a list names another party.
 */
export async function holdName(
  database: Queryable,
  { screen }: Pick<NameScreening, 'screen'>,
  { subject, memberId, name, birthDate }: Screened,
): Promise<NameState> {
  const hits = screen(name, birthDate);
  if (hits.length > 0)
    await database.query(
      `insert into screening_hits as h (subject, member_id, name, found, parties, found_at)
       values ($1, $2, $3, $4, $5, date_trunc('milliseconds', now()))
       on conflict (subject) do update set
         name = excluded.name, found = excluded.found, parties = excluded.parties, found_at = excluded.found_at,
         state = 'waiting', decided_by = null, decided_at = null, reason = null
       where h.state <> 'confirmed' and not (h.name = excluded.name and h.parties @> excluded.parties)`,
      [subject, memberId ?? null, name, JSON.stringify(hits), hits.map(partyOf)],
    );
  return (await heldNames(database, [subject])).get(subject) ?? 'clear';
}

const partyOf = ({ list, id }: ScreeningHit): string => `${list} ${id}`;

/** Returns the subjects whose money waits or never moves. */
export async function heldNames(
  database: Queryable,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Exclude<NameState, 'clear'>>> {
  const { rows } = await database.query<{ subject: string; state: Exclude<NameState, 'clear'> }>(
    `select subject, state from screening_hits where subject = any ($1) and state <> 'cleared'`,
    [subjects],
  );
  return new Map(rows.map(({ subject, state }) => [subject, state]));
}

export const memberSubject = (userId: string): string => `member ${userId}`;
export const payerSubject = (line: bigint | string): string => `line ${line}`;
