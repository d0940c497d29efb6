import type { PlanName, Policy, PurchaseAllowance } from '@florin/contract';
import { amountOf, formatAmount, type Amount } from '@florin/money';
import { limitAsset, type Draw, type ExceededLimit, type Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import { coinsOut, notInStock, type House } from '../house/index.ts';
import type { Member } from '../identity/index.ts';

export const perMonth = 'purchases-per-month';
/**
 * The limit of an unlimited plan, in cents. Purchases under this plan still count for a later plan in the same month.
 */
const noLimit = 10n ** 18n;

type Buyer = { readonly owner: string; readonly plan: PlanName };

/** Returns the draws of a purchase: on the plan's limit, without the fee, and on the house's stock. */
export async function purchaseDraws(
  { house, policy }: { readonly house: House; readonly policy: Policy },
  { owner, plan }: Buyer,
  { amount, coins }: { readonly amount: Amount<'USD'>; readonly coins: Amount },
): Promise<Draw[]> {
  const stock = await house.stockDraw(coins.asset, coins.units);
  const limit = policy.plans[plan].purchaseLimit?.units ?? noLimit;
  return [{ owner, kind: perMonth, slot: '@month', units: amount.units, limit }, stock];
}

export const purchaseRefusal =
  (coin: string) =>
  (exceeded: ExceededLimit): Refusal =>
    exceeded.kind === coinsOut ? notInStock(coin, exceeded) : overPlanLimit(exceeded);

/**
 * Returns the error that the current limits would cause, or undefined. The check only allows an early answer: the
 * ledger decides at posting.
 *
 * @param books the buyer's
 */
export async function limitRefusal(
  books: Queryable,
  coin: string,
  draws: readonly Draw[],
): Promise<Refusal | undefined> {
  const { rows } = await books.query<ExceededLimit>({
    name: 'exceeded-by-a-purchase',
    text: `
      select d.kind, greatest(d.ceiling + coalesce(a.posted, 0), 0) as left
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[])
        with ordinality d (owner, kind, asset, slot, units, ceiling, place)
      left join member_books.accounts a on a.owner = d.owner and a.kind = d.kind and a.asset = d.asset
        and a.slot = case d.slot when '@month' then to_char(now() at time zone 'UTC', 'YYYY-MM') else d.slot end
      where d.units > d.ceiling + coalesce(a.posted, 0)
      order by d.place limit 1`,
    values: [
      draws.map(({ owner }) => owner),
      draws.map(({ kind }) => kind),
      draws.map(({ asset = limitAsset }) => asset),
      draws.map(({ slot }) => slot),
      draws.map(({ units }) => units),
      draws.map(({ limit }) => limit),
    ],
  });
  return rows[0] && purchaseRefusal(coin)(rows[0]);
}

const overPlanLimit = ({ left }: ExceededLimit): Refusal =>
  new Refusal(
    'plan_limit_exceeded',
    `This is over your plan’s purchase limit: ${formatAmount(amountOf('USD', left))} is left this month.`,
  );

/** Returns the plan's limit and the remaining amount in the current UTC month, by the database's clock. */
export async function purchaseAllowance(
  { ledger, policy }: { readonly ledger: Ledger; readonly policy: Policy },
  { id, plan }: Member,
): Promise<PurchaseAllowance> {
  const { purchaseLimit: limit } = policy.plans[plan];
  if (limit === null) return { plan, month: null };
  const books = await ledger.booksOf(id);
  const { rows } = await books.query<{ used: bigint }>({
    name: 'used-purchases',
    text: `select -posted as used from member_books.accounts
           where owner = $1 and kind = $2 and asset = $3 and slot = to_char(now() at time zone 'UTC', 'YYYY-MM')`,
    values: [id, perMonth, limitAsset],
  });
  const left = limit.units - (rows[0]?.used ?? 0n);
  return {
    plan,
    month: {
      ...moneyFields('limit', limit),
      ...moneyFields('left', amountOf('USD', left > 0n ? left : 0n)),
    },
  };
}
