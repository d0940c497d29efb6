import type { BalanceHistory, BalanceRange } from '@florin/contract';
import { isFiat, usdFor, amountOf, parsePrice, type AssetCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { pastPrices, type Markets } from '../markets/index.ts';
import { coinPrices } from './coin-prices.ts';
import {
  balanceSteps,
  firstPostingAt,
  heldSteps,
  type BalanceStep,
  type HeldStep,
  type Steps,
} from './balance-history-store.ts';

const day = 86_400;
const rangeSeconds: Record<BalanceRange, number> = { '1w': 7 * day, '1m': 30 * day, '3m': 90 * day, '1y': 365 * day };

/** The possible distances between points, in seconds. All distances are multiples of the stored prices' periods. */
const spacings = [60, 300, 900, 3_600, 4 * 3_600, day, 2 * day] as const;
const maxPoints = 190;

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly markets: Markets };
type Point = BalanceHistory['points'][number];

/**
 * Returns a member's available dollars and the value of their coins over time, in at most about 190 points. Uses the
 * ledger and stored prices. For an account that is younger than the range, the points start at its first posting and
 * are closer. Each coin has the latest price stored before a point, or its first price if no earlier price is stored.
 * The last point is now and equals wallet and portfolio.
 */
export async function balanceHistory(
  dependencies: Dependencies,
  { id }: Member,
  range: BalanceRange,
): Promise<BalanceHistory> {
  const books = await dependencies.ledger.booksOf(id);
  const now = Math.floor(Date.now() / 1000);
  const steps = stepsOf(rangeSeconds[range], now, await firstPostingAt(books, id));
  const [past, present] = await Promise.all([pastPoints(dependencies, id, steps), pointOfNow(dependencies, id, now)]);
  return { range, every_seconds: steps.everySeconds, points: [...past, present] };
}

function stepsOf(range: number, now: number, began: number = now): Steps {
  const oldest = Math.max(now - range, began);
  const everySeconds = spacings.find((every) => (now - oldest) / every <= maxPoints) ?? 2 * day;
  const from = began > now - range ? began : Math.ceil(oldest / everySeconds) * everySeconds;
  return { from, everySeconds, count: Math.ceil((now - from) / everySeconds) };
}

async function pastPoints(dependencies: Dependencies, member: string, steps: Steps): Promise<Point[]> {
  const { from, everySeconds, count } = steps;
  const books = await dependencies.ledger.booksOf(member);
  const [changes, held] = await Promise.all([balanceSteps(books, member, steps), heldSteps(books, member, steps)]);
  const wallets = new Map(
    [...Map.groupBy(changes, ({ asset }) => asset)].map(([asset, own]) => [asset, balancesAt(own, count)]),
  );
  const prices = await pricesAt(
    dependencies,
    member,
    [...wallets.keys()].filter((asset) => !isFiat(asset)),
    steps,
  );
  const usd = wallets.get('USD') ?? [];
  const reserved = reservedAt(held, count);
  return Array.from({ length: count }, (_, step) => [
    from + step * everySeconds,
    Number((usd[step] ?? 0n) - (reserved[step] ?? 0n)) / 100,
    cents(prices.reduce((sum, { coin, at }) => sum + coinsOf(wallets.get(coin)?.[step]) * at(step), 0)),
  ]);
}

/** Returns the balance at each step from its changes. */
function balancesAt(changes: readonly BalanceStep[], count: number): bigint[] {
  const changed = new Map(changes.map(({ step, balance }) => [step, balance]));
  let balance = 0n;
  return Array.from({ length: count }, (_, step) => (balance = changed.get(step) ?? balance));
}

/** Returns the reserved amount at each step from its changes. */
function reservedAt(changes: readonly HeldStep[], count: number): bigint[] {
  const changed = new Map(changes.map(({ step, change }) => [step, change]));
  let reserved = 0n;
  return Array.from({ length: count }, (_, step) => (reserved += changed.get(step) ?? 0n));
}

async function pricesAt(
  { pool, ledger, markets }: Dependencies,
  member: string,
  symbols: readonly AssetCode[],
  steps: Steps,
) {
  const priceOf = await coinPrices({ pool, ledger, markets }, member, symbols);
  const stored = symbols.length > 0 ? await pastPrices({ pool, markets }, symbols, steps) : undefined;
  return symbols.map((coin) => {
    const prices = stored?.get(coin) ?? [];
    const earliest = prices.find((price) => price !== null) ?? priceOf(coin).price;
    return { coin, at: (step: number) => prices[step] ?? earliest };
  });
}

const coinsOf = (units = 0n) => Number(units) / 1e8;
const cents = (dollars: number) => Math.round(dollars * 100) / 100;

async function pointOfNow({ pool, ledger, markets }: Dependencies, member: string, now: number): Promise<Point> {
  const balances = await ledger.balancesOf(member);
  const usd = balances.find(({ asset }) => asset === 'USD')?.available ?? 0n;
  const coins = balances.filter(({ asset, posted }) => !isFiat(asset) && posted > 0n);
  const priceOf = await coinPrices(
    { pool, ledger, markets },
    member,
    coins.map(({ asset }) => asset),
  );
  const worth = coins
    .map(({ asset, posted }) => usdFor(amountOf(asset, posted), parsePrice(priceOf(asset).price_exact)).units)
    .reduce((sum, units) => sum + units, 0n);
  return [now, Number(usd) / 100, Number(worth) / 100];
}
