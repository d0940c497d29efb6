import type { PriceTick } from '@florin/contract';
import { amountOf, divCeil, fiatCodes, parsePrice, usdFor, type Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { houseOwner } from '../../ledger/index.ts';
import type { Markets } from '../markets/index.ts';
import { coinsOut } from './stock.ts';

/** The house's position in one coin. */
export type HousePosition = {
  readonly coin: string;
  /** The number of coins that the owners supplied. Members can hold at most this number. */
  readonly supplied: Amount;
  /** The number of coins that members hold, according to the limit. */
  readonly out: Amount;
  /** The number of coins that members hold, according to their wallets. */
  readonly held: Amount;
  readonly inventory: Amount;
  /** Stock is low if the inventory is below this. */
  readonly floor: Amount;
  /** The part of the supply that members hold, in hundredths of a percent, rounded up. 0 without a supply. */
  readonly usedBasisPoints: bigint;
  /** Undefined for a delisted coin. */
  readonly now:
    | { readonly price: PriceTick; readonly out: Amount<'USD'>; readonly inventory: Amount<'USD'> }
    | undefined;
};

export type HousePositions = {
  /** Sorted by the value that members hold, largest first. */
  readonly coins: readonly HousePosition[];
  /** The sums of coins with a price. */
  readonly out: Amount<'USD'>;
  readonly inventory: Amount<'USD'>;
  /** The coins whose limit differs from their wallets. Always empty unless the ledger is wrong. */
  readonly disagreeing: readonly string[];
};

/** The stock floor is the supply divided by this. */
const floorShare = 10n;

/** Returns the house's position in every coin that it ever had, at one moment and at current prices. */
export async function housePositions(database: Queryable, markets: Markets): Promise<HousePositions> {
  const { rows } = await database.query<Row>(
    `with stock as (
       select asset as coin, -coalesce(sum(posted) filter (where kind = 'capital'), 0) as supplied,
              coalesce(sum(posted) filter (where kind = 'inventory'), 0) as inventory,
              coalesce(sum(posted) filter (where kind = 'wallet'), 0) as held
       from books.accounts
       where kind = any ('{capital,inventory,wallet}') and asset <> all ($1)
       group by asset
     ),
     counted as (
       select slot as coin, -sum(posted) as out from books.accounts
       where owner = $2 and (kind = $3 or starts_with(kind, 'transit:')) and asset = 'coin-limit' group by slot
     )
     select coin, coalesce(supplied, 0) as supplied, coalesce(inventory, 0) as inventory, coalesce(held, 0) as held,
            coalesce(out, 0) as out
     from stock full join counted using (coin)
     where supplied <> 0 or inventory <> 0 or held <> 0 or out <> 0`,
    [fiatCodes, houseOwner, coinsOut],
  );
  const coins = rows.map((row) => positionOf(row, markets)).toSorted(byWorth);
  const sum = (side: 'out' | 'inventory') =>
    amountOf(
      'USD',
      coins.reduce((total, { now }) => total + (now?.[side].units ?? 0n), 0n),
    );
  return {
    coins,
    out: sum('out'),
    inventory: sum('inventory'),
    disagreeing: coins.filter(({ out, held }) => out.units !== held.units).map(({ coin }) => coin),
  };
}

type Row = { coin: string; supplied: bigint; inventory: bigint; held: bigint; out: bigint };

function positionOf({ coin, ...units }: Row, markets: Markets): HousePosition {
  const [price] = markets.ticks([coin]);
  const worth = (of: bigint) => usdFor(amountOf(coin, of), parsePrice(price?.price_exact ?? ''));
  return {
    coin,
    supplied: amountOf(coin, units.supplied),
    out: amountOf(coin, units.out),
    held: amountOf(coin, units.held),
    inventory: amountOf(coin, units.inventory),
    floor: amountOf(coin, units.supplied / floorShare),
    usedBasisPoints: units.supplied > 0n ? divCeil(units.out * 10_000n, units.supplied) : 0n,
    now: price && { price, out: worth(units.out), inventory: worth(units.inventory) },
  };
}

function byWorth(a: HousePosition, b: HousePosition): number {
  const [of, than] = [a.now?.out.units ?? 0n, b.now?.out.units ?? 0n];
  if (of === than) return a.coin < b.coin ? -1 : 1;
  return of < than ? 1 : -1;
}
