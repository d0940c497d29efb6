import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalEmail } from '@florin/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { pino } from 'pino';
import { housePositions, positionsJson, positionsTable, proposeSupply } from '../features/house/index.ts';
import { openMarkets, type Markets } from '../features/markets/index.ts';
import { readAmount } from '../features/wallets/index.ts';
import { chooseProviders } from '../choose-providers.ts';
import { parseConfig } from '../config.ts';
import { joinDatabase } from '../open-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import { digestBigint, digestUuid } from '../platform/digest.ts';
import { Mismatch, type Terminal } from './command-problem.ts';
import { operatorByEmail, waitsForAnother, wordsOf } from './proposing-operator.ts';

type Supply = { readonly key: string; readonly as: string; readonly reason: string };

/** Adds `house positions` and `house supply`. */
export function addHouse(program: Command, terminal: Terminal) {
  const house = program.command('house').description('the coins of the house');
  house
    .command('positions')
    .description('print the supplied coins, the coins of members, and their value')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withMarkets(terminal, async (pool, markets) => {
        const positions = await housePositions(pool, markets);
        terminal.print(json ? positionsJson(positions) : positionsTable(positions));
        const { disagreeing } = positions;
        if (disagreeing.length > 0)
          throw new Mismatch(`The limits do not match the coins of members: ${disagreeing.join(', ')}.`);
      }),
    );
  house
    .command('supply')
    .summary('propose to add coins of the owners to the inventory')
    .description(
      'Propose to add coins of the owners to the inventory, once per key. The coins are added when another operator ' +
        'approves the proposal on /operations.',
    )
    .usage('<coin> <amount> --key <name> --as <email> --reason <why>')
    .argument('<coin>', 'such as BTC')
    .argument('<amount>', 'such as 12.5')
    .requiredOption('--key <name>', 'names this supply, such as its receipt’s number', notBlank)
    .requiredOption('--as <email>', 'the operator who proposes', notBlank)
    .requiredOption('--reason <why>', 'for the other operator and the audit trail', notBlank)
    .action((coin: string, amount: string, options: Supply) =>
      withMarkets(terminal, async (pool, markets) =>
        terminal.print(await supply(pool, markets, { coin: coin.toUpperCase(), amount, ...options })),
      ),
    );
}

function notBlank(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidArgumentError('It is blank.');
  return trimmed;
}

async function withMarkets({ env, note }: Terminal, work: (pool: Pool, markets: Markets) => Promise<void>) {
  const config = parseConfig(env);
  const { feed } = chooseProviders(config, pino({ level: 'warn' }, pino.destination(process.stderr.fd)));
  const database = await joinDatabase(config, note);
  const polling = feed.start?.();
  try {
    const markets = openMarkets(feed);
    if (polling) await waitForPrices(markets);
    await work(database.pool, markets);
  } finally {
    await polling?.stop();
    await database.close();
  }
}

async function supply(
  pool: Pool,
  markets: Markets,
  { coin, amount, key, as, reason }: Supply & { readonly coin: string; readonly amount: string },
): Promise<string> {
  const coins = readAmount(markets.get(coin).symbol, amount);
  const operator = await operatorByEmail(pool, canonicalEmail(as) ?? as);
  const command = {
    key: digestUuid('house-supply', key),
    requestHash: digestBigint(coins.asset, key, String(coins.units)),
  };
  const proposal = await proposeSupply(pool, { by: { operator }, command, coins, reason });
  return proposal.state === 'proposed'
    ? waitsForAnother(proposal)
    : `${wordsOf(proposal.about)}: already ${proposal.state}.`;
}

const timeoutMs = 10_000;

/**
 * Waits up to 10 seconds for real prices. Coins without a real price are valued at an older price, which the report
 * shows.
 */
async function waitForPrices(markets: Markets) {
  const until = performance.now() + timeoutMs;
  while (markets.list().every(({ paused }) => paused !== null) && performance.now() < until) await sleep(100);
}
