import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { canonicalEmail } from '@florin/contract';
import type { Amount } from '@florin/money';
import { pino } from 'pino';
import { housePositions, positionsJson, positionsTable, proposeSupply } from './features/house/index.ts';
import { openMarkets, type Markets } from './features/markets/index.ts';
import { readAmount } from './features/wallets/index.ts';
import { chooseProviders } from './choose-providers.ts';
import { exitCodeFor, UsageProblem } from './command-problem.ts';
import { parseConfig, type Config } from './config.ts';
import { joinDatabase } from './open-database.ts';
import type { Pool } from './platform/database/pool.ts';
import { digestBigint, digestUuid } from './platform/digest.ts';
import { operatorByEmail, waitsForAnother, wordsOf } from './proposing-operator.ts';

const usage = `npm run house -- positions [--json]
    Prints the supplied coins, the coins of members, and their value.
npm run house -- supply <coin> <amount> --key <name> --as <operator's email> --reason <why>
    Proposes to add coins of the owners to the inventory, once per key. The key names this supply, such as its receipt's
    number. The coins are added when another operator approves the proposal on /operations.`;

type Order =
  | { readonly does: 'positions'; readonly json: boolean }
  | {
      readonly does: 'supply';
      readonly coin: string;
      readonly amount: string;
      readonly key: string;
      readonly as: string;
      readonly reason: string;
    };
type OrderTo<Does extends Order['does']> = Extract<Order, { does: Does }>;

type Streams = {
  /** Prints the result. */
  readonly print: (text: string) => void;
  /** Prints other messages on a separate stream, so that `--json` can be piped. */
  readonly note: (line: string) => void;
};

/**
 * Runs the command in the arguments and prints its result.
 *
 * @returns the exit code: 2 for invalid arguments, 1 for a refusal or mismatch
 */
export async function runHouseCommand(
  args: readonly string[],
  env: Record<string, string | undefined>,
  { print, note }: Streams,
): Promise<number> {
  try {
    const order = orderOf(args);
    const { text, agrees } = await carryOut(order, parseConfig(env), note);
    print(text);
    return agrees ? 0 : 1;
  } catch (error) {
    return exitCodeFor(error, note, usage);
  }
}

type Answer = { readonly text: string; readonly agrees: boolean };

async function carryOut(order: Order, config: Config, note: Streams['note']): Promise<Answer> {
  const { feed } = chooseProviders(config, pino({ level: 'warn' }, pino.destination(process.stderr.fd)));
  const database = await joinDatabase(config, note);
  const polling = feed.start?.();
  try {
    const markets = openMarkets(feed);
    if (polling) await waitForPrices(markets);
    return await (order.does === 'positions'
      ? report(database.pool, markets, order)
      : supply(database.pool, markets, order));
  } finally {
    await polling?.stop();
    await database.close();
  }
}

function orderOf(args: readonly string[]): Order {
  const { values, positionals } = parsed(args);
  const { json = false } = values;
  const [key, as, reason] = [values.key, values.as, values.reason].map((text) => text?.trim());
  const [does, coin, amount, ...rest] = positionals;
  if (does === 'positions' && [coin, key, as, reason].every((text) => text === undefined)) return { does, json };
  if (does === 'supply' && coin && amount && rest.length === 0 && key && as && reason && !json)
    return { does, coin: coin.toUpperCase(), amount, key, as: canonicalEmail(as) ?? as, reason };
  throw new UsageProblem();
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        key: { type: 'string' },
        as: { type: 'string' },
        reason: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : String(error)}\n`, { cause: error });
  }
}

async function report(pool: Pool, markets: Markets, { json }: OrderTo<'positions'>): Promise<Answer> {
  const positions = await housePositions(pool, markets);
  return {
    text: json ? positionsJson(positions) : positionsTable(positions),
    agrees: positions.disagreeing.length === 0,
  };
}

async function supply(
  pool: Pool,
  markets: Markets,
  { coin, amount, key, as, reason }: OrderTo<'supply'>,
): Promise<Answer> {
  const coins: Amount = readAmount(markets.get(coin).symbol, amount);
  const operator = await operatorByEmail(pool, as);
  const command = {
    key: digestUuid('house-supply', key),
    requestHash: digestBigint(coins.asset, key, String(coins.units)),
  };
  const proposal = await proposeSupply(pool, { by: { operator }, command, coins, reason });
  const text =
    proposal.state === 'proposed'
      ? waitsForAnother(proposal)
      : `${wordsOf(proposal.about)}: already ${proposal.state}.`;
  return { text, agrees: true };
}

const timeoutMs = 10_000;

/** Waits up to 10 seconds for real prices. Coins without one are valued at an older price, which the report shows. */
async function waitForPrices(markets: Markets) {
  const until = performance.now() + timeoutMs;
  while (markets.list().every(({ paused }) => paused !== null) && performance.now() < until) await sleep(100);
}
