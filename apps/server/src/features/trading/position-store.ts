import { amountOf, fiatCodes, type Amount, type Position } from '@florin/money';
import type { AccountId } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';

/** A position after posting number `seq` of its wallet. */
export type FoldedPosition = {
  readonly account: AccountId;
  readonly seq: bigint;
  /** The number of the last trade's posting in the USD wallet. The next trade has a higher number. */
  readonly usdSeq: bigint;
  readonly position: Position;
};

/** The movement of a trade: coins into the wallet (positive) or out of it, and dollars. */
export type Trade = {
  readonly seq: bigint;
  /** Undefined for cleared dust, which earned no dollars. */
  readonly usdSeq: bigint | undefined;
  readonly coins: Amount;
  /** The dollars paid including the fee, or received after the fee. */
  readonly usd: Amount<'USD'>;
};

/** A coin wallet with its stored position and the trades since then, oldest first. */
export type TradedWallet = {
  readonly account: AccountId;
  readonly coin: string;
  readonly posted: bigint;
  readonly folded: FoldedPosition | undefined;
  readonly trades: readonly Trade[];
};

type Row = {
  account: AccountId;
  coin: string;
  posted: bigint;
  folded_seq: bigint | null;
  folded_usd_seq: bigint;
  folded_coins: bigint;
  cost: bigint;
  realized_gain: bigint;
  seq: bigint | null;
  coins: bigint;
  usd_seq: bigint | null;
  usd: bigint | null;
  /** Whether the entry moved the coins to another ledger. */
  is_move: boolean | null;
};

/**
 * Reads a member's coin wallets, including empty wallets, in one statement and thus at one moment. A trade is found by
 * its two postings: one in the coin wallet, one in the USD wallet after the last stored trade. Postings of entries have
 * the same order in all accounts. A card purchase has a second USD posting with the opposite sign. The query groups
 * instead of joining, so that no plan compares every posting with every other.
 */
export const readTradedWallets = (database: Queryable, owner: string): Promise<TradedWallet[]> =>
  readTraded(database, owner, undefined);

/**
 * Reads the coin wallets of a member whose ledger is not in the database of the stored positions. The stored positions
 * are read first.
 */
export async function readTradedElsewhere(main: Queryable, books: Queryable, owner: string): Promise<TradedWallet[]> {
  const { rows: wallets } = await books.query<{ id: AccountId }>(
    `select id from member_books.accounts where owner = $1 and kind = 'wallet' and slot = '' and asset <> all ($2)`,
    [owner, fiatCodes],
  );
  const { rows: stored } = await main.query<Stored>(
    'select account_id, seq, usd_seq, coins, cost, realized_gain from positions where account_id = any ($1)',
    [wallets.map(({ id }) => id)],
  );
  return readTraded(books, owner, stored);
}

type Stored = {
  account_id: AccountId;
  seq: bigint;
  usd_seq: bigint;
  coins: bigint;
  cost: bigint;
  realized_gain: bigint;
};

/** @param stored the stored positions, if they are not in the same database */
async function readTraded(
  database: Queryable,
  owner: string,
  stored: readonly Stored[] | undefined,
): Promise<TradedWallet[]> {
  const { rows } = await database.query<Row>({
    name: stored ? 'traded-wallets-elsewhere' : 'traded-wallets',
    text: `
      with wallet as (
        select a.id as account, a.asset as coin, a.posted, a.seq as last_seq,
               f.seq as folded_seq, f.usd_seq as folded_usd_seq, f.coins as folded_coins, f.cost, f.realized_gain
        from member_books.accounts a left join ${stored ? storedPositions : 'positions f'} on f.account_id = a.id
        where a.owner = $1 and a.kind = 'wallet' and a.slot = '' and a.asset <> all ($2)
      ),
      line as (
        select p.entry_id, p.account_id as account, p.seq, p.amount as coins, null::bigint as usd_seq, null::numeric as usd
        from wallet w join member_books.postings p on p.account_id = w.account and p.seq > coalesce(w.folded_seq, 0)
        union all
        select p.entry_id, null, null, null, p.seq, p.amount
        from member_books.accounts a join member_books.postings p on p.account_id = a.id
        where a.owner = $1 and a.kind = 'wallet' and a.slot = '' and a.asset = 'USD'
          and p.seq > (select min(coalesce(folded_usd_seq, 0)) from wallet where last_seq > coalesce(folded_seq, 0))
      ),
      trade as (
        select entry_id, max(account) as account, max(seq) as seq, max(coins) as coins, max(usd_seq) as usd_seq,
               case when max(coins) > 0 then -min(usd) else max(usd) end as usd
        from line group by entry_id having count(coins) > 0
      )
      select w.account, w.coin, w.posted, w.folded_seq, w.folded_usd_seq, w.folded_coins, w.cost, w.realized_gain,
             t.seq, t.coins, t.usd_seq, t.usd,
             t.usd is null and (select e.kind = 'moved' from member_books.entries e where e.id = t.entry_id) as is_move
      from wallet w left join trade t on t.account = w.account
      order by w.account, t.seq`,
    values: [owner, fiatCodes, ...(stored ? columnsOf(stored) : [])],
  });
  return [...Map.groupBy(rows, ({ account }) => account).values()].flatMap(walletOf);
}

const storedPositions = `unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[])
  f (account_id, seq, usd_seq, coins, cost, realized_gain)`;

const columnsOf = (stored: readonly Stored[]) =>
  (['account_id', 'seq', 'usd_seq', 'coins', 'cost', 'realized_gain'] as const).map((name) =>
    stored.map((row) => row[name]),
  );

function walletOf(rows: readonly Row[]): TradedWallet[] {
  const [row] = rows;
  if (!row) return [];
  const { account, coin, posted } = row;
  return [{ account, coin, posted, folded: foldedOf(row), trades: rows.flatMap(tradeOf) }];
}

function foldedOf(row: Row): FoldedPosition | undefined {
  if (row.folded_seq === null) return undefined;
  return {
    account: row.account,
    seq: row.folded_seq,
    usdSeq: row.folded_usd_seq,
    position: {
      coins: amountOf(row.coin, row.folded_coins),
      cost: amountOf('USD', row.cost),
      realizedGain: amountOf('USD', row.realized_gain),
    },
  };
}

function tradeOf({ account, coin, seq, coins, usd_seq: usdSeq, usd, is_move: isMove }: Row): Trade[] {
  if (seq === null || isMove) return [];
  if (usd === null && coins < 0n)
    return [{ seq, usdSeq: undefined, coins: amountOf(coin, coins), usd: amountOf('USD', 0n) }];
  if (usdSeq === null || usd === null || usd <= 0n)
    throw new Error(`Posting ${seq} of account ${account} moves coins but no dollars.`);
  return [{ seq, usdSeq, coins: amountOf(coin, coins), usd: amountOf('USD', usd) }];
}

/** Stores positions. A newer position from another node stays. */
export async function savePositions(database: Queryable, folded: readonly FoldedPosition[]): Promise<void> {
  if (folded.length === 0) return;
  const column = (value: (one: FoldedPosition) => bigint) => folded.map(value);
  await database.query({
    name: 'keep-positions',
    text: `insert into positions (account_id, seq, usd_seq, coins, cost, realized_gain)
           select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[]) f (account, seq, usd_seq, coins, cost, gain)
           order by account
           on conflict (account_id) do update
           set seq = excluded.seq, usd_seq = excluded.usd_seq, coins = excluded.coins, cost = excluded.cost,
               realized_gain = excluded.realized_gain
           where positions.seq < excluded.seq`,
    values: [
      column(({ account }) => account),
      column(({ seq }) => seq),
      column(({ usdSeq }) => usdSeq),
      column(({ position }) => position.coins.units),
      column(({ position }) => position.cost.units),
      column(({ position }) => position.realizedGain.units),
    ],
  });
}
