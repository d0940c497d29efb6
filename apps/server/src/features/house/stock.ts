import { amountOf, coinsFor, formatAmount, type Amount } from '@florin/money';
import type { Draw, ExceededLimit, JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestBigint, digestUuid } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Markets } from '../markets/index.ts';
import type { Carrier } from '../proposals/index.ts';
import { supplyPostings } from './postings.ts';

/** What an allowance on the house's stock is called, one per coin. */
export const coinsOut = 'coins-out';
const supplyKind = 'house_supply';

export const houseOwner = '00000000-0000-0000-0000-000000000000';
/** The stock grows only, so that one known too low for this long refuses too early and never too late. */
const rememberedMs = 10_000;

export type House = ReturnType<typeof openHouse>;

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly markets: Markets;
  /** How many dollars' worth of a coin the sandbox gives the house when it is first asked for one; none in live. */
  readonly sandboxStock: Amount<'USD'> | undefined;
};

/**
 * The house's stock of coins: what the owners have put in is the most that members can hold of a coin, and so the limit
 * of what the house is exposed to (docs/decisions/0012-coins-from-stock.md).
 */
export function openHouse({ pool, ledger, markets, sandboxStock }: Dependencies) {
  const known = new Map<string, { readonly units: Promise<bigint>; readonly at: number }>();

  async function supply(key: string, coins: Amount, asked = String(coins.units)): Promise<void> {
    const named = { key: digestUuid('house-supply', key), requestHash: digestBigint(coins.asset, key, asked) };
    await ledger.post(await supplyEntry(ledger, named, coins), {});
    known.delete(coins.asset);
  }

  async function read(symbol: string): Promise<bigint> {
    const units = await suppliedUnits(pool, symbol);
    if (units > 0n || !sandboxStock) return units;
    // Two nodes may see two prices: what they ask for is the same, and the first one's coins are put in.
    await supply(`sandbox ${symbol}`, coinsFor(sandboxStock, symbol, markets.get(symbol).price), 'stock');
    return suppliedUnits(pool, symbol);
  }

  /** Everything that was put in of a coin. */
  async function stockOf(symbol: string): Promise<bigint> {
    const last = known.get(symbol);
    if (last && performance.now() - last.at < rememberedMs) return last.units;
    const units = read(symbol);
    known.set(symbol, { units, at: performance.now() });
    units.catch(() => known.delete(symbol));
    return units;
  }

  return {
    /**
     * Puts coins of the owners into the house's inventory, once per key. Refusals: `idempotency_key_reused` for other
     * coins with a key that was used, and the ledger's.
     */
    supply: (key: string, coins: Amount): Promise<void> => supply(key, coins),

    /** What a second operator's approval does: puts the coins in, in the approval's transaction, once per proposal. */
    carrySupply: (async ({ id, requestHash, about }) => {
      if (about.kind !== 'supply_coins') throw new Error(`a proposal of kind ${about.kind} supplies no coins`);
      const coins = amountOf(about.asset, BigInt(about.units));
      const entry = await supplyEntry(ledger, { key: digestUuid('supply-approved', id), requestHash }, coins);
      return {
        carryOut: async (tx) => void (await ledger.postWithin(tx, entry, {})),
        after: () => known.delete(coins.asset),
      };
    }) satisfies Carrier,

    /** What goes out to a member uses up the stock; what comes back, below zero, gives it back. */
    async stockDraw(coin: string, units: bigint): Promise<Draw> {
      const limit = await stockOf(coin);
      return { owner: houseOwner, kind: coinsOut, asset: 'coin-limit', slot: coin, units, limit };
    },
  };
}

async function supplyEntry(ledger: Ledger, { key, requestHash }: Command, coins: Amount): Promise<JournalEntry> {
  const [capital, inventory] = await Promise.all([
    ledger.houseId('capital', coins.asset),
    ledger.houseId('inventory', coins.asset),
  ]);
  return {
    key,
    requestHash,
    actor: houseOwner,
    kind: supplyKind,
    metadata: { coin: coins.asset, coins: String(coins.units) },
    postings: supplyPostings({ capital, inventory }, coins),
  };
}

/** For a purchase of more coins than the house has. */
export const notInStock = (coin: string, { left }: ExceededLimit): Refusal =>
  new Refusal(
    'not_in_stock',
    left > 0n
      ? `Florin has only ${formatAmount(amountOf(coin, left))} left to sell right now. Please buy less, or try again later.`
      : `Florin has no ${coin} left to sell right now. Please try again later.`,
  );

async function suppliedUnits(pool: Pool, symbol: string): Promise<bigint> {
  const { rows } = await pool.query<{ units: bigint }>({
    name: 'supplied-coins',
    text: `select coalesce(-sum(posted), 0) as units from books.accounts
           where owner = $1 and kind = 'capital' and asset = $2`,
    values: [houseOwner, symbol],
  });
  return BigInt(rows[0]?.units ?? 0n);
}
