import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdName, memberSubject, payerSubject, type NameScreening, type NameState } from '../screening/index.ts';
import type { LineToMatch, Match } from './match-lines.ts';
import { isSameName } from './same-name.ts';

export type NameChecks = {
  readonly pool: Pool;
  readonly screening: Pick<NameScreening, 'screen'>;
  /** Returns a member's birth date from a verified document. */
  readonly birthDateOf: (userId: string) => Promise<string | undefined>;
};

type Payer = {
  readonly line: bigint;
  readonly name: string;
  /** The member in the payment reference. */
  readonly member: { readonly id: string; readonly name: string } | undefined;
};

/** A payer with the member's name counts as the member, so an operator decides once instead of at each deposit. */
export const subjectOfPayer = ({ line, name, member }: Payer): string =>
  member && isSameName(name, member.name) ? memberSubject(member.id) : payerSubject(line);

/** Compares the payer of a line with the sanctions lists, and stores a hit. */
export async function payerState({ pool, screening, birthDateOf }: NameChecks, payer: Payer): Promise<NameState> {
  const subject = subjectOfPayer(payer);
  const { member, name } = payer;
  if (!member || subject !== memberSubject(member.id)) return holdName(pool, screening, { subject, name });
  const birthDate = await birthDateOf(member.id);
  return holdName(pool, screening, { subject, memberId: member.id, name: member.name, birthDate });
}

/**
 * The lists may have changed since the line was matched.
 *
 * Errors: `name_on_list`.
 */
export async function assertPayerNotListed(
  checks: NameChecks,
  { id, payer, member }: { readonly id: bigint; readonly payer: string | null; readonly member: Payer['member'] },
): Promise<void> {
  if (payer === null || (await payerState(checks, { line: id, name: payer, member })) === 'clear') return;
  throw new Refusal(
    'name_on_list',
    'The payer’s name is similar to one on a sanctions list. Decide under Screening first.',
  );
}

/**
 * Stores the hits of lines that wait because of their payer's name. Returns the hits that an operator has cleared
 * before.
 */
export async function screenPayers(
  checks: NameChecks,
  lines: readonly LineToMatch[],
  matches: ReadonlyMap<bigint, Match>,
): Promise<readonly LineToMatch[]> {
  const listed = lines.filter(({ id }) => matches.get(id)?.reason === 'screening');
  if (listed.length === 0) return [];
  const ids = listed.flatMap(({ id }) => matches.get(id)?.userId ?? []);
  const { rows } = await checks.pool.query<{ id: string; name: string }>(
    'select id, name from people where id = any ($1)',
    [ids],
  );
  const members = new Map(rows.map((member) => [member.id, member]));
  const cleared: LineToMatch[] = [];
  for (const line of listed) {
    const member = members.get(matches.get(line.id)?.userId ?? '');
    const state = await payerState(checks, { line: line.id, name: line.counterparty ?? '', member });
    if (state === 'clear') cleared.push(line);
  }
  return cleared;
}
