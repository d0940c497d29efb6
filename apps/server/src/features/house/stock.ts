import { amountOf, coinsFor, formatAmount, type Amount } from '@florin/money';
import { houseOwner, type Draw, type ExceededLimit, type JournalEntry, type Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestBigint, digestUuid } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Markets } from '../markets/index.ts';
import type { Carrier } from '../proposals/index.ts';
import { supplyPostings } from './postings.ts';

/** The kind of the allowance that counts sold coins, with one slot per coin. */
export const coinsOut = 'coins-out';
const supplyKind = 'house_supply';

/** The stock only grows, so a stale value is at worst too strict. */
const cacheMs = 10_000;

export type House = ReturnType<typeof openHouse>;

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly markets: Markets;
  /** The value of each coin that the sandbox supplies on first use. Undefined in live mode. */
  readonly sandboxStock: Amount<'USD'> | undefined;
};

/**
 * Opens the house's stock of coins. Members can hold at most the coins that the owners supplied, which limits the
 * house's exposure (docs/decisions/0012-coins-from-stock.md).
 */
export function openHouse({ pool, ledger, markets, sandboxStock }: Dependencies) {
  const cache = new Map<string, { readonly units: Promise<bigint>; readonly at: number }>();

  async function supply(key: string, coins: Amount, asked = String(coins.units)): Promise<void> {
    const named = { key: digestUuid('house-supply', key), requestHash: digestBigint(coins.asset, key, asked) };
    await ledger.post(await supplyEntry(ledger, named, coins), {});
    cache.delete(coins.asset);
  }

  async function read(symbol: string): Promise<bigint> {
    const units = await suppliedUnits(pool, symbol);
    if (units > 0n || !sandboxStock) return units;
    // Nodes may see different prices, but use the same key, so only the first supply is posted.
    await supply(`sandbox ${symbol}`, coinsFor(sandboxStock, symbol, markets.get(symbol).price), 'stock');
    return suppliedUnits(pool, symbol);
  }

  /** Returns all coins that were supplied. */
  async function stockOf(symbol: string): Promise<bigint> {
    const last = cache.get(symbol);
    if (last && performance.now() - last.at < cacheMs) return last.units;
    const units = read(symbol);
    cache.set(symbol, { units, at: performance.now() });
    units.catch(() => cache.delete(symbol));
    return units;
  }

  return {
    /**
     * Supplies the owners' coins to the inventory, once per key. Errors: `idempotency_key_reused` for other coins under
     * the same key, and the ledger's.
     */
    supply: (key: string, coins: Amount): Promise<void> => supply(key, coins),

    /** Carries out an approved supply in the approval's transaction, once per proposal. */
    carrySupply: (async ({ id, requestHash, about }) => {
      if (about.kind !== 'supply_coins') throw new Error(`A proposal of kind ${about.kind} does not supply coins.`);
      const coins = amountOf(about.asset, BigInt(about.units));
      const entry = await supplyEntry(ledger, { key: digestUuid('supply-approved', id), requestHash }, coins);
      return {
        carryOut: async (tx) => void (await ledger.postWithin(tx, entry, {})),
        after: () => cache.delete(coins.asset),
      };
    }) satisfies Carrier,

    /** Returns the draw on a coin's stock. Positive units are sold to a member; negative units come back. */
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

/** Returns the error for a purchase of more coins than the stock. */
export const notInStock = (coin: string, { left }: ExceededLimit): Refusal =>
  new Refusal(
    'not_in_stock',
    left > 0n
      ? `{{brand}} has only ${formatAmount(amountOf(coin, left))} left to sell right now. Buy less, or try again later.`
      : `{{brand}} has no ${coin} left to sell right now. Try again later.`,
  );

/** Supplies are entries of the house alone, so they are in the main ledger. */
async function suppliedUnits(pool: Pool, symbol: string): Promise<bigint> {
  const { rows } = await pool.query<{ units: bigint }>({
    name: 'supplied-coins',
    text: `select coalesce(-sum(posted), 0) as units from own_books.accounts
           where owner = $1 and kind = 'capital' and asset = $2`,
    values: [houseOwner, symbol],
  });
  return BigInt(rows[0]?.units ?? 0n);
}
