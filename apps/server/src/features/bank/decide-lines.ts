import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { matchLines, type LineToMatch, type Match, type ThirdPartyDeposits } from './match-lines.ts';
import { rulesOf } from './rules.ts';
import { screenPayers, type NameChecks } from './screen-payers.ts';

export type DecidingDependencies = NameChecks & {
  readonly thirdPartyDeposits: ThirdPartyDeposits;
  readonly operatorAccounts: readonly OperatorAccount[];
};

type Decision = readonly [id: bigint, match: Match];

const atOnce = 500;

/** Classifies the new lines of a statement and stores the decisions. */
export async function decideLines(
  dependencies: DecidingDependencies,
  statement: bigint,
  signal?: AbortSignal,
): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined && !signal?.aborted;)
    after = await decideSome(dependencies, statement, after);
}

/** Classifies the next lines. Returns the last line's id, or undefined if there are no more. */
async function decideSome(
  dependencies: DecidingDependencies,
  statement: bigint,
  after: bigint,
): Promise<bigint | undefined> {
  const { pool } = dependencies;
  const last = await lastOfNext(pool, statement, after);
  if (last === undefined) return undefined;
  const lines = await undecidedLines(pool, statement, after, last);
  if (lines.length === 0) return last;
  const rules = rulesOf(dependencies);
  const matches = new Map(await matchLines(pool, lines, rules));
  const cleared = await screenPayers(dependencies, lines, matches);
  const again = cleared.length > 0 ? await matchLines(pool, cleared, { ...rules, isListed: () => false }) : [];
  const found = [...new Map([...matches, ...again])];
  const isOfPayout = ([, { payoutId }]: Decision) => payoutId !== undefined;
  await keep(
    pool,
    found.filter((decision) => !isOfPayout(decision)),
  );
  await decideOfPayouts(dependencies, lines, found.filter(isOfPayout));
  return last;
}

/**
 * Decides again about lines of payouts, now with the payouts locked. Another node may decide about another line of the
 * same payout at the same time, and only one of the two lines can be the first.
 */
async function decideOfPayouts(
  dependencies: DecidingDependencies,
  lines: readonly LineToMatch[],
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const ids = new Set(decisions.map(([id]) => id));
  const ofPayouts = lines.filter(({ id }) => ids.has(id));
  await transact(dependencies.pool, async (tx) => {
    const payouts = [...new Set(decisions.flatMap(([, { payoutId }]) => payoutId ?? []))];
    await tx.query('select from payouts where id = any ($1) order by id for update', [payouts]);
    await keep(tx, await matchLines(tx, ofPayouts, rulesOf(dependencies)));
    await tx.query('update payouts set balanced = false where id = any ($1) and balanced', [payouts]);
  });
}

async function keep(database: Queryable, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  await database.query(
    `update bank_lines l set match = m.match, user_id = m.user_id, reason = m.reason, payout_id = m.payout_id,
                             card_payout = m.card_payout, payment_batch_id = m.batch_id, charge = m.charge
     from unnest($1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::uuid[],
                 $8::numeric[]) m (id, match, user_id, reason, payout_id, card_payout, batch_id, charge)
     where l.id = m.id and l.match is null`,
    [
      decisions.map(([id]) => id),
      decisions.map(([, { match }]) => match),
      decisions.map(([, { userId }]) => userId ?? null),
      decisions.map(([, { reason }]) => reason ?? null),
      decisions.map(([, { payoutId }]) => payoutId ?? null),
      decisions.map(([, { cardPayout }]) => cardPayout ?? null),
      decisions.map(([, { batchId }]) => batchId ?? null),
      decisions.map(([, { charge }]) => charge ?? null),
    ],
  );
}

/** Returns the last of the next lines that are not posted. */
async function lastOfNext(pool: Pool, statement: bigint, after: bigint): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ last: bigint | null }>(
    `select max(id) as last
     from (select id from bank_lines where statement_id = $1 and id > $2 and not posted order by id limit $3) l`,
    [statement, after, atOnce],
  );
  return rows[0]?.last ?? undefined;
}

async function undecidedLines(pool: Pool, statement: bigint, after: bigint, last: bigint): Promise<LineToMatch[]> {
  const { rows } = await pool.query<LineToMatch>(
    `select l.id, l.account, a.currency, l.amount, l.counterparty, l.counterparty_account, l.remittance,
            l.payment_reference, l.bank_reference, l.end_to_end_id, l.batch_id, l.reversal, l.return_reason, l.code,
            l.charge
     from bank_lines l join operator_accounts a on a.id = l.account
     where l.statement_id = $1 and l.id > $2 and l.id <= $3 and not l.posted and l.match is null
     order by l.id`,
    [statement, after, last],
  );
  return rows;
}
