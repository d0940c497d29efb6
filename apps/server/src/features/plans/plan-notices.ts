import { planTitles, type PlanName } from '@florin/contract';
import { amountOf, formatAmount, type Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { recordChange } from '../identity/index.ts';
import { queueNews } from '../mail/index.ts';
import { day } from './plan-fee.ts';

type Unpaid = {
  readonly plan: PlanName;
  /** The price of the month, even if another price applies later. */
  readonly price: Amount<'USD'>;
  /** The start of the unpaid month. */
  readonly month: Date;
  /** The end of the grace period. */
  readonly until: Date;
};

/** Notifies the member by mail and in the app of an unpaid month and its deadline. */
export async function notifyUnpaid(tx: Queryable, userId: string, unpaid: Unpaid): Promise<void> {
  const { plan, price } = unpaid;
  const title = planTitles[plan];
  await writeNotice(tx, userId, 'plan_payment_failed', unpaid);
  await queueNews(tx, userId, {
    about: 'account',
    subject: `Your ${title} plan could not be paid`,
    body: `Your US Dollar wallet did not have the ${formatAmount(price)} for the ${title} plan from ${day(unpaid.month)}.\n\nAdd the money by ${day(unpaid.until)}, and we will charge it automatically. Otherwise you move to Personal and pay nothing.`,
    once: `plan-unpaid ${userId} ${unpaid.month.toISOString()}`,
  });
}

/** Notifies the member by mail and in the app that an unpaid plan has ended. */
export async function notifyEnded(tx: Queryable, userId: string, unpaid: Unpaid): Promise<void> {
  const title = planTitles[unpaid.plan];
  await writeNotice(tx, userId, 'plan_ended', unpaid);
  await queueNews(tx, userId, {
    about: 'account',
    subject: `Your ${title} plan has ended`,
    body: `The ${title} plan was not paid by ${day(unpaid.until)}, so you are now on Personal. Nothing was charged. You can choose a plan in your profile at any time.`,
    once: `plan-ended ${userId} ${unpaid.month.toISOString()}`,
  });
}

type Kind = 'plan_payment_failed' | 'plan_ended';

async function writeNotice(tx: Queryable, userId: string, kind: Kind, { plan, price, month, until }: Unpaid) {
  await tx.query(
    `insert into plan_notices (user_id, month, kind, plan, price, due_until) values ($1, $2, $3, $4, $5, $6)`,
    [userId, month, kind, plan, price.units, until],
  );
  await recordChange(tx, [userId], 'notifications');
}

/** Returns the price announced to the member for an unpaid month of this plan, if any. */
export async function noticedPrice(
  database: Queryable,
  userId: string,
  { plan, month }: Pick<Unpaid, 'plan' | 'month'>,
): Promise<Amount<'USD'> | undefined> {
  const { rows } = await database.query<{ price: bigint }>(
    `select price from plan_notices where user_id = $1 and month = $2 and plan = $3 and kind = 'plan_payment_failed'`,
    [userId, month, plan],
  );
  return rows[0] && amountOf('USD', rows[0].price);
}

/** A notice from billing to a member. */
export type PlanNews = {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  readonly body: string;
  readonly at: Date;
  readonly amount: Amount<'USD'>;
};

type Row = { kind: Kind; plan: PlanName; month: Date; price: bigint; due_until: Date; at: Date };

/** Returns a member's latest notices, newest first. */
export async function planNews(database: Queryable, userId: string, limit: number): Promise<PlanNews[]> {
  const { rows } = await database.query<Row>({
    name: 'plan-news',
    text: `select kind, plan, month, price, due_until, at from plan_notices
           where user_id = $1 order by at desc, kind limit $2`,
    values: [userId, limit],
  });
  return rows.map((row) => {
    const amount = amountOf('USD', row.price);
    const title = planTitles[row.plan];
    return {
      id: `${row.kind}-${row.month.getTime()}`,
      kind: row.kind,
      ...(row.kind === 'plan_ended'
        ? { title: `Your ${title} plan has ended`, body: `The plan was not paid by ${day(row.due_until)}.` }
        : {
            title: `Your ${title} plan could not be paid`,
            body: `Add ${formatAmount(amount)} by ${day(row.due_until)}.`,
          }),
      at: row.at,
      amount,
    };
  });
}

/** Returns all of a member's notices, oldest first. */
export async function noticesOf(database: Queryable, userId: string) {
  const { rows } = await database.query<Row>(
    'select kind, plan, month, price, due_until, at from plan_notices where user_id = $1 order by at, kind',
    [userId],
  );
  return rows.map(({ price, ...row }) => ({ ...row, ...moneyFields('price', amountOf('USD', price)) }));
}
