import type { DryRun } from '@florin/contract';
import { amountOf, type Amount } from '@florin/money';
import { demandOfProposal, isProposal } from './features/approvals/index.ts';
import { heldSendKind } from './features/transfers/index.ts';
import type { JournalEntry, Ledger, Standing } from './ledger/index.ts';
import type { Pool, Queryable } from './platform/database/pool.ts';
import { moneyFields } from './platform/http/json-number.ts';

type Recorded = { readonly entry: JournalEntry; readonly standing: Standing };

/** Returns the ledger, which also records the entries that it posts. */
export function recordEntries(ledger: Ledger): { readonly ledger: Ledger; readonly entries: readonly Recorded[] } {
  const entries: Recorded[] = [];
  const record = (entry: JournalEntry, standing: Standing) => {
    entries.push({ entry, standing });
    return standing;
  };
  return {
    entries,
    ledger: {
      ...ledger,
      post: async (entry, sentences) => record(entry, await ledger.post(entry, sentences)),
      postWithin: async (tx, entry, sentences) => record(entry, await ledger.postWithin(tx, entry, sentences)),
      async postTogether(all) {
        const standings = await ledger.postTogether(all);
        for (const [i, standing] of standings.entries()) if (all[i]) record(all[i].entry, standing);
        return standings;
      },
    },
  };
}

type Change = {
  asset: string;
  /** The change of the available balance. */
  change: bigint;
  /** The amount that a bank has announced. */
  incoming: bigint;
  fee: bigint;
  /** The price of a plan, which Florin gets. */
  price: bigint;
  available: bigint;
};

/** The lines of the new entries ($2), the money that they reserve, and the reserved money that they release. */
const changesSql = `
  with line as (
    select account_id, amount from member_books.postings where entry_id = any ($2)
    union all
    select account_id, -amount from member_books.holds where id = any ($2)
    union all
    select account_id, amount from member_books.holds where ended_by = any ($2)
  )
  select a.asset,
    coalesce(sum(l.amount) filter (where a.owner = $1 and a.kind = 'wallet'), 0) as change,
    coalesce((select sum(h.amount) from member_books.holds h join member_books.accounts i on i.id = h.account_id
              where h.id = any ($2) and i.owner = $1 and i.kind = 'incoming' and i.asset = a.asset), 0) as incoming,
    coalesce(sum(l.amount) filter (where a.kind = 'fees'), 0) as fee,
    coalesce(sum(l.amount) filter (where a.kind = 'plan-fees'), 0) as price,
    coalesce((select w.posted - w.held from member_books.accounts w
              where w.owner = $1 and w.kind = 'wallet' and w.asset = a.asset), 0) as available
  from line l join member_books.accounts a on a.id = l.account_id
  group by a.asset
  order by a.asset`;

type Ran = {
  readonly entries: readonly Recorded[];
  /** The amount that a card or bank was asked for. */
  readonly asked: Amount | undefined;
};

/** Returns the effects of the call before they are rolled back. */
export async function figuresOf(
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Ledger },
  memberId: string,
  ran: Ran,
): Promise<Omit<DryRun, 'needs_second_factor'>> {
  const { asked } = ran;
  const books = await ledger.booksOf(memberId);
  const posted = await standing(books, ran.entries, memberId);
  const { rows } = await books.query<Change>(changesSql, [memberId, posted.map((one) => one.standing.entryId)]);
  const fees = feesOf(rows, reservedFee(posted));
  const arrives = arrivalOf(rows, fees, asked);
  const proposal = posted.find(({ entry }) => isProposal(entry));
  return {
    dry_run: true,
    outcome: outcomeOf(ran, posted),
    takes: takenOf(rows, fees, asked),
    arrives: arrives ? inCurrency(arrives) : null,
    fees: fees.map(inCurrency),
    balances_after: rows
      .filter(({ change }) => change !== 0n)
      .map(({ asset, available }) => ({ currency: asset, ...moneyFields('available', amountOf(asset, available)) })),
    approval: proposal ? await demandOfProposal(pool, proposal.entry.key) : null,
  };
}

/** Returns the member's entries that still exist, without the attempts that the command repeated or gave up. */
async function standing(books: Queryable, entries: readonly Recorded[], memberId: string): Promise<Recorded[]> {
  const ids = entries.filter(({ standing: { outcome } }) => outcome === 'posted').map((one) => one.standing.entryId);
  const { rows } = await books.query<{ id: bigint }>(
    'select id from member_books.entries where id = any ($1) and actor = $2',
    [ids, memberId],
  );
  const found = new Set(rows.map(({ id }) => id));
  return entries.filter((one) => found.has(one.standing.entryId));
}

function outcomeOf({ entries, asked }: Ran, posted: readonly Recorded[]): DryRun['outcome'] {
  if (posted.some(({ entry }) => isProposal(entry))) return 'would_wait_for_approval';
  if (posted.some(({ entry }) => entry.kind === heldSendKind)) return 'would_be_held';
  const isPending = posted.length === 0 ? asked !== undefined : posted.some(({ entry }) => entry.reserve);
  if (isPending) return 'would_be_pending';
  const isRepeat = posted.length === 0 && entries.length > 0;
  return isRepeat ? 'already_done' : 'would_complete';
}

/** The fee of an entry that only reserves money is in its metadata. */
const reservedFee = (posted: readonly Recorded[]) =>
  posted.reduce((sum, { entry: { reserve, metadata } }) => sum + (reserve ? BigInt(metadata['fee'] ?? 0) : 0n), 0n);

/** Returns all fees. The fee of reserved money is in the currency of the payment. */
function feesOf(rows: readonly Change[], reserved: bigint): Amount[] {
  const fees = rows.map(({ asset, fee, change }) => amountOf(asset, fee + (change < 0n ? reserved : 0n)));
  return fees.filter(({ units }) => units !== 0n);
}

function takenOf(rows: readonly Change[], fees: readonly Amount[], asked: Amount | undefined): DryRun['takes'] {
  const paying = rows.find(({ change }) => change < 0n);
  const announced = rows.find(({ incoming }) => incoming > 0n);
  const total = paying
    ? amountOf(paying.asset, -paying.change)
    : (asked ?? (announced && amountOf(announced.asset, announced.incoming)));
  if (!total) return null;
  const fee = amountOf(total.asset, fees.find(({ asset }) => asset === total.asset)?.units ?? 0n);
  return {
    from: paying ? 'wallet' : 'payment_method',
    ...inCurrency(amountOf(total.asset, total.units - fee.units)),
    ...moneyFields('fee', fee),
    ...moneyFields('total', total),
  };
}

function arrivalOf(rows: readonly Change[], fees: readonly Amount[], asked: Amount | undefined): Amount | undefined {
  const own = rows.find(({ change, incoming }) => change > 0n || incoming > 0n);
  if (own) return amountOf(own.asset, own.change + own.incoming);
  const paying = rows.find(({ change }) => change < 0n);
  if (!paying) return asked;
  const fee = fees.find(({ asset }) => asset === paying.asset)?.units ?? 0n;
  const rest = -paying.change - fee - paying.price;
  return rest > 0n ? amountOf(paying.asset, rest) : undefined;
}

const inCurrency = (amount: Amount) => ({ currency: amount.asset, ...moneyFields('amount', amount) });
