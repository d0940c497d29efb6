import { amountOf, fiatCodes, toDecimal, type FiatCode } from '@florin/money';
import type { BankDesk } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { bankAccountKind } from './operator-account.ts';

/** The members' money in a currency and where it is (docs/develop/chart-of-accounts.md), in the smallest unit. */
export type ClientMoney = {
  readonly currency: FiatCode;
  /** The wallets of all members with their reserved money, and unallocated money. */
  readonly owed: bigint;
  /** On safeguarding accounts. */
  readonly safeguarded: bigint;
  /** Between Florin and the banks, and with the payment rail. */
  readonly inTransit: bigint;
};

type Row = { asset: FiatCode; owed: bigint; safeguarded: bigint; in_transit: bigint; counted: bigint | null };

/** The members' balances, added one by one, differ from the total of the house accounts. */
export class UnequalBooks extends Error {}

/**
 * Returns the client money of each currency with a safeguarding account, from one snapshot and to the cent. An asset's
 * balances sum to zero, so the members' total is minus the total of the house accounts. The query therefore reads some
 * hundred rows instead of the wallets of all members. Announced deposits count on neither side, because they have not
 * arrived. Money on its way between members of two ledgers counts as theirs.
 *
 * @param isCounted also adds up all wallets, and throws `UnequalBooks` if the sums differ
 */
export async function clientMoney(
  database: Queryable,
  accounts: readonly OperatorAccount[],
  isCounted = false,
): Promise<readonly ClientMoney[]> {
  const safeguarding = accounts.filter(({ purpose }) => purpose === 'safeguarding');
  const { rows } = await database.query<Row>(
    `with house as (
       select asset, kind, sum(posted) as posted from books.accounts
       where id < 0 and asset = any ($2) group by asset, kind
     ),
     announced as (
       select a.asset, sum(h.amount) as amount
       from books.holds h join books.accounts a on a.id = h.account_id
       where h.ended_by is null and a.kind = 'incoming' group by a.asset
     )
     select h.asset,
            coalesce(sum(h.posted) filter (where kind = 'unallocated'), 0)
              - coalesce(sum(h.posted) filter (where not starts_with(kind, 'transit:')), 0) - coalesce(n.amount, 0) as owed,
            coalesce(-sum(h.posted) filter (where kind = any ($1)), 0) as safeguarded,
            coalesce(-sum(h.posted) filter (where kind in ('bank-clearing', 'card-clearing')), 0)
              - coalesce(n.amount, 0) as in_transit,
            case when $3 then
              (select coalesce(sum(w.posted), 0) from books.accounts w
               where w.id > 0 and w.kind = 'wallet' and w.asset = h.asset)
              + coalesce(sum(h.posted) filter (where kind = 'unallocated' or starts_with(kind, 'transit:')), 0)
            end as counted
     from house h left join announced n on n.asset = h.asset
     group by h.asset, n.amount`,
    [safeguarding.map(({ id }) => bankAccountKind(id)), fiatCodes, isCounted],
  );
  return fiatCodes
    .filter((code) => safeguarding.some(({ currency }) => currency === code))
    .map((code) => readRow(code, rows));
}

function readRow(currency: FiatCode, rows: readonly Row[]): ClientMoney {
  const row = rows.find(({ asset }) => asset === currency);
  if (!row) return { currency, owed: 0n, safeguarded: 0n, inTransit: 0n };
  const { owed, safeguarded, in_transit: inTransit, counted } = row;
  if (counted !== null && counted !== owed) throw new UnequalBooks(currency);
  return { currency, owed, safeguarded, inTransit };
}

/** Returns the covered share in percent, rounded down to two decimals. Null if nothing is owed. Below 100 is an alert. */
export function coveredPercent({ owed, safeguarded, inTransit }: ClientMoney): number | null {
  if (owed <= 0n) return null;
  const covered = (safeguarded + inTransit) * 10_000n;
  const points = covered / owed - (covered % owed < 0n ? 1n : 0n); // rounds down below zero, too
  return Number(points) / 100;
}

export const clientMoneyView = (money: ClientMoney): BankDesk['client_money'][number] => ({
  currency: money.currency,
  owed_exact: toDecimal(amountOf(money.currency, money.owed)),
  safeguarded_exact: toDecimal(amountOf(money.currency, money.safeguarded)),
  in_transit_exact: toDecimal(amountOf(money.currency, money.inTransit)),
  percent: coveredPercent(money),
});
