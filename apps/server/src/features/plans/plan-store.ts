import type { PlanName, Policy, Subscription } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMember, recordChange, setPlan } from '../identity/index.ts';
import type { PaidMonths, PlanState } from './plan-state.ts';

type Row = {
  plan: PlanName;
  started_at: Date | null;
  months: number;
  ends_at: Date;
  next_plan: PaidMonths['nextPlan'];
  grace_until: Date | null;
  frozen_at: Date | null;
  now: Date;
};

export type Found = {
  readonly state: PlanState;
  /** The time when the account was frozen; null if it is not frozen. */
  readonly frozenAt: Date | null;
  readonly now: Date;
};

/**
 * Returns the member's plan and the account's current time. This is the time of the database's clock, in a sandbox plus
 * the moves of the test clock. Months are counted in the account's time, so moving the test clock bills a plan as often
 * as waiting does.
 */
export async function readPlan(database: Queryable, userId: string): Promise<Found> {
  const { rows } = await database.query<Row>(
    `select u.plan, s.started_at, s.months, s.ends_at, s.next_plan, s.grace_until,
            u.disabled_at + c.ahead as frozen_at, clock_timestamp() + c.ahead as now
     from people u
     left join subscriptions s on s.user_id = u.id
     cross join lateral (select moved_since(u.id, '-infinity') as ahead) c
     where u.id = $1`,
    [userId],
  );
  const row = rows[0];
  if (!row) throw new Error('The member was not found.');
  return { state: stateOf(row), frozenAt: row.frozen_at, now: row.now };
}

const stateOf = ({ plan, started_at: startedAt, ...row }: Row): PlanState => ({
  plan,
  paid: startedAt
    ? { startedAt, months: row.months, endsAt: row.ends_at, nextPlan: row.next_plan, graceUntil: row.grace_until }
    : undefined,
});

/** Locks the member's plan until the transaction ends and returns it. The time is read after locking. */
export async function lockPlan(tx: Queryable, userId: string): Promise<Found> {
  await lockMember(tx, userId);
  return readPlan(tx, userId);
}

export async function writePlan(tx: Queryable, userId: string, { plan, paid }: PlanState): Promise<void> {
  await setPlan(tx, userId, plan);
  if (paid)
    await tx.query(
      `insert into subscriptions (user_id, started_at, months, ends_at, next_plan, grace_until)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id) do update set started_at = excluded.started_at, months = excluded.months,
         ends_at = excluded.ends_at, next_plan = excluded.next_plan, grace_until = excluded.grace_until`,
      [userId, paid.startedAt, paid.months, paid.endsAt, paid.nextPlan, paid.graceUntil],
    );
  else await tx.query('delete from subscriptions where user_id = $1', [userId]);
  await recordChange(tx, [userId], 'account');
}

/** $3: whether to look for the money of members in grace, in all ledgers. */
const dueNow = `
  select s.user_id
  from (select * from subscriptions where ends_at <= now()
        union select m.* from moved_accounts a join subscriptions m on m.user_id = a.account_id) s
  join people u on u.id = s.user_id
  cross join lateral (select moved_since(s.user_id, '-infinity') as ahead) c
  where s.ends_at <= now() + c.ahead
    and case when u.disabled_at is null
             then s.grace_until is null or s.grace_until <= now() + c.ahead or case when $3::boolean then exists (
               select from books.accounts a
               where a.owner = s.user_id and a.kind = 'wallet' and a.asset = 'USD' and a.slot = ''
                 and a.posted - a.held >= coalesce(
                   (select n.price from plan_notices n where n.user_id = s.user_id and n.month = s.ends_at
                      and n.plan = u.plan and n.kind = 'plan_payment_failed'),
                   ($2::jsonb ->> u.plan)::numeric)) else false end
             else s.next_plan = 'personal' or s.ends_at >= u.disabled_at + c.ahead or s.grace_until <= now() + c.ahead
               or (s.started_at at time zone 'UTC' + make_interval(months => s.months + 1)) at time zone 'UTC'
                  <= now() + c.ahead
        end
  order by s.ends_at limit $1`;

/**
 * Returns members whose paid months are over and whose plan needs settling, the longest overdue first. The condition
 * must match settle-plan.ts; subscribers-due.test.ts compares them. While a ledger is down, members in grace wait.
 */
export async function subscribersDue(database: Queryable, plans: Policy['plans'], limit: number): Promise<string[]> {
  const due = (inGrace: boolean) =>
    database.query<{ user_id: string }>(dueNow, [limit, JSON.stringify(monthlyCents(plans)), inGrace]);
  const { rows } = await due(true).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return due(false);
  });
  return rows.map(({ user_id: userId }) => userId);
}

const monthlyCents = (plans: Policy['plans']) =>
  Object.fromEntries(Object.entries(plans).map(([name, { price }]) => [name, String(price.units)]));

/** Returns the stored answer to an earlier change under this key, if any. Errors: `idempotency_key_reused`. */
export async function storedAnswer(tx: Queryable, { key, requestHash }: Command): Promise<Subscription | undefined> {
  const { rows } = await tx.query<{ request_hash: bigint; answer: Subscription }>(
    'select request_hash, answer from plan_changes where key = $1',
    [key],
  );
  const row = rows[0];
  if (row && row.request_hash !== requestHash)
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  return row?.answer;
}

export async function writeAnswer(
  tx: Queryable,
  userId: string,
  { key, requestHash }: Command,
  answer: Subscription,
): Promise<void> {
  await tx.query('insert into plan_changes (key, user_id, request_hash, answer) values ($1, $2, $3, $4)', [
    key,
    userId,
    requestHash,
    JSON.stringify(answer),
  ]);
}

/** Returns a member's plan changes and their answers, oldest first. */
export async function changesOf(database: Queryable, userId: string): Promise<{ changed_at: string; to: unknown }[]> {
  const { rows } = await database.query<{ changed_at: Date; answer: Subscription }>(
    'select changed_at, answer from plan_changes where user_id = $1 order by changed_at, key',
    [userId],
  );
  return rows.map(({ changed_at: changedAt, answer: { plans: _offers, ...own } }) => ({
    changed_at: changedAt.toISOString(),
    to: own,
  }));
}
