import { ruleCents, ruleSentence, type PaymentRule } from '@florin/contract';
import { usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { limitAsset, type Draw, type Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Actor } from '../businesses/index.ts';
import type { Member } from '../identity/index.ts';
import { meets, totalOf, type Asked } from './demand.ts';
import { knownAmong, type Recipient } from './known-recipients.ts';
import { askOf, neededApprovals, type NeededApprovals } from './needed-approvals.ts';
import { readRules } from './rule-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Pick<Ledger, 'booksOf'> };

/** One payment of a batch payout. */
export type BatchPart = {
  /** The row's number, for the message of a refusal. */
  readonly row: number;
  readonly amount: Amount<FiatCode>;
  readonly to: Recipient;
};

/** The approvals that the rules of a business demand of a batch payout, and the reasons. */
export type BatchDemand = NeededApprovals & { readonly why: readonly string[] };

/**
 * Decides about a batch payout as a whole. Each rule evaluates each payment, and then the sum of its payments as one
 * payment. The sum is also compared with the totals of the day and the month. The decision adds nothing to the totals;
 * each payment counts when it is made. Refusals: `refused_by_rule`.
 */
export async function demandOfBatch(
  { pool, ledger }: Dependencies,
  { id, acts, key }: Actor & Pick<Member, 'key'>,
  parts: readonly BatchPart[],
): Promise<BatchDemand> {
  const recipients = parts.map(({ to }) => to);
  const [{ rules }, isKnown] = await Promise.all([readRules(pool, id), knownAmong({ pool, ledger }, id, recipients)]);
  const asked = parts.map(({ row, amount, to }) => ({
    row,
    cents: usdEquivalentCeil(amount).units,
    currency: amount.asset,
    to: 'email' in to ? to.email : undefined,
    isKnown: isKnown(to),
    role: acts.role,
    byKey: key !== undefined,
  }));
  const applying: PaymentRule[] = [];
  for (const rule of rules) {
    const row = await firstRowOf(ledger, id, rule, asked);
    if (row === undefined) continue;
    if (rule.effect === 'refuse') throw refusedRow(rule, row);
    applying.push(rule);
  }
  const parties = { businessId: id, proposerId: acts.person.id };
  return { ...(await neededApprovals(pool, parties, applying.map(askOf))), why: applying.map(ruleSentence) };
}

type AskedRow = Asked & { readonly row: number };

/** Returns the first row that makes the rule apply, by its own payment or by the sum of all payments up to it. */
async function firstRowOf(
  ledger: Pick<Ledger, 'booksOf'>,
  owner: string,
  rule: PaymentRule,
  asked: readonly AskedRow[],
): Promise<number | undefined> {
  const { over, ...anyAmount } = rule;
  const about = asked.filter((one) => meets(anyAmount, one));
  const room = await roomOf(ledger, owner, rule);
  const least = over === undefined ? 0n : ruleCents(over);
  let sum = 0n;
  for (const { row, cents } of about) {
    sum += cents;
    if (sum > least && (room === undefined || sum > room)) return row;
  }
  return undefined;
}

/** Returns the remaining cents of a rule's total, or undefined for a rule without a total. */
async function roomOf(ledger: Pick<Ledger, 'booksOf'>, owner: string, rule: PaymentRule): Promise<bigint | undefined> {
  const draw = totalOf(rule, owner, { cents: 0n });
  if (!draw) return undefined;
  return draw.limit - (await drawnIn(ledger, draw));
}

/** Returns the amount that the payments of this day or month have drawn on a total, by the database's clock. */
async function drawnIn(ledger: Pick<Ledger, 'booksOf'>, { owner, kind, slot }: Draw): Promise<bigint> {
  const books = await ledger.booksOf(owner);
  const { rows } = await books.query<{ drawn: bigint }>(
    `select coalesce(sum(-posted), 0) as drawn from member_books.accounts
     where owner = $1 and kind = $2 and asset = $3
       and slot = to_char(now() at time zone 'UTC', case $4 when '@day' then 'YYYY-MM-DD' else 'YYYY-MM' end)`,
    [owner, kind, limitAsset, slot],
  );
  return rows[0]?.drawn ?? 0n;
}

const refusedRow = (rule: PaymentRule, row: number) =>
  new Refusal(
    'refused_by_rule',
    `The rules of this business do not allow this batch payout, because of row ${row}. ${ruleSentence(rule)}`,
  );
