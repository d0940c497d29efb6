import type { PriceTick } from '@florin/contract';
import { amountOf, divCeil, fiatCodes, parsePrice, usdFor, type Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from '../markets/index.ts';
import { coinsOut, houseOwner } from './stock.ts';

/** What the house has and owes of one coin. */
export type HousePosition = {
  readonly coin: string;
  /** What the owners have put in: the most that may be out. */
  readonly supplied: Amount;
  /** With members, as the limit counts it. */
  readonly out: Amount;
  /** With members, as their wallets say. */
  readonly held: Amount;
  readonly inventory: Amount;
  /** With less than this in the inventory the stock is low. */
  readonly floor: Amount;
  /** Hundredths of a percent of what was supplied that is out, rounded up; 0 where nothing was supplied. */
  readonly usedBasisPoints: bigint;
  /** None for a coin that is not on offer any more. */
  readonly now:
    | { readonly price: PriceTick; readonly out: Amount<'USD'>; readonly inventory: Amount<'USD'> }
    | undefined;
};

export type HousePositions = {
  /** The most that is out first. */
  readonly coins: readonly HousePosition[];
  /** Of the coins that have a price. */
  readonly out: Amount<'USD'>;
  readonly inventory: Amount<'USD'>;
  /** The coins of which the limit counts another number than members' wallets hold: never any, else the books are wrong. */
  readonly disagreeing: readonly string[];
};

/** The part of what was supplied that is to be there. */
const floorShare = 10n;

/** The house's position in every coin that it ever had, as of one moment, at the newest prices. */
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
       select slot as coin, -posted as out from books.accounts
       where owner = $2 and kind = $3 and asset = 'coin-limit'
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
