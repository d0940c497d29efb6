import type { Client } from '@florin/contract';
import { pino } from 'pino';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import type { QueryConfig } from 'pg';
import type { Pool, Queryable } from '../src/platform/database/pool.ts';
import type { CardProcessor } from '../src/providers/card-processor/card-processor.ts';
import type { PaymentRail } from '../src/providers/payment-rail/payment-rail.ts';
import { testConfig, testMasterKey } from './test-app.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';

export type MortalApp = {
  readonly app: App;
  readonly clientOf: (token: string | null) => Client;
  /**
   * Makes the process die after this many further steps: the last step was done, but its result does not arrive. With
   * 0, the process dies before the first step. Later actions of the process have no effect, so its next step does not
   * matter.
   */
  readonly dieAfter: (steps: number) => void;
  readonly isDead: () => boolean;
  readonly close: () => Promise<void>;
};

/**
 * Starts the product as a process that can be killed between any two external actions. Every database statement and
 * every call of the payment rail or the card processor is a step.
 *
 * @param pools of all ledgers, the main one first
 */
export async function mortalApp(
  pools: readonly [Pool, ...Pool[]],
  rail: PaymentRail,
  cards?: CardProcessor,
): Promise<MortalApp> {
  let allowed = Infinity;
  let steps = 0;
  let dead = false;

  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (dead) throw new Error('the process is dead');
    if (allowed === 0) die();
    steps += 1;
    const last = steps === allowed;
    const result = await work();
    if (last) die();
    return result;
  };
  const die = () => {
    dead = true;
    throw new Error('the process dies here');
  };

  const [main, ...others] = pools;
  const config = testConfig();
  const app = await buildApp({
    config,
    pool: mortalPool(main, step),
    ledgers: others.map((pool) => mortalPool(pool, step)),
    logger: pino({ level: 'silent' }),
    providers: { ...chooseProviders(config), rail: mortalRail(rail, step), cards: cards && mortalCards(cards, step) },
    masterKey: testMasterKey,
  });
  return {
    app,
    clientOf: (token) => strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => token }),
    dieAfter: (count) => {
      allowed = count;
      steps = 0;
    },
    isDead: () => dead,
    close: () => app.close(),
  };
}

type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;

function mortalPool(pool: Pool, step: Step): Pool {
  const overQuery = <Target extends Queryable>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        if (name === 'query')
          return (statement: string | QueryConfig, values?: unknown[]) => step(() => target.query(statement, values));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return new Proxy(overQuery(pool), {
    get: (target, name) =>
      name === 'connect' ? async () => overQuery(await pool.connect()) : Reflect.get(target, name),
  });
}

const mortalRail = (rail: PaymentRail, step: Step): PaymentRail => ({
  describe: (token) => step(() => rail.describe(token)),
  charge: (order) => step(() => rail.charge(order)),
  refund: (order) => step(() => rail.refund(order)),
  collect: (order) => step(() => rail.collect(order)),
  payOut: (order) => step(() => rail.payOut(order)),
});

/** Reading has no effect outside and is not a step. */
const mortalCards = (cards: CardProcessor, step: Step): CardProcessor =>
  new Proxy(cards, {
    get: (target, name: keyof CardProcessor) => {
      const call = target[name] as (...given: unknown[]) => Promise<unknown>;
      return name === 'readEvent' || name === 'isToken' ? call : (...given: unknown[]) => step(() => call(...given));
    },
  });
