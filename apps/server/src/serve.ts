import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPolicy, demoLogin } from '@florin/contract';
import type { Logger } from 'pino';
import { hasPublishedPasswords, replacePublishedPasswords } from '../seed/secret-passwords.ts';
import { seedSandbox } from '../seed/seed-sandbox.ts';
import { buildApp, type App } from './app.ts';
import { openOutflows } from './features/wallets/index.ts';
import type { Providers } from './choose-providers.ts';
import { PassingProblem, type Config } from './config.ts';
import { masterKeyOf } from './master-key.ts';
import type { MigratedDatabase } from './open-database.ts';
import { become, type User } from './platform/user/become.ts';
import { startWatching } from './watch.ts';

type Environment = {
  readonly database: MigratedDatabase;
  readonly providers: Providers;
  /** The user that this process switches to before it serves, if it was started as root. */
  readonly user: User | undefined;
  readonly logger: Logger;
  readonly say: (line: string) => void;
  /** Ends the process. */
  readonly fail: (error: unknown) => never;
};

/**
 * Builds the app on its database and starts serving.
 *
 * @returns the function that stops the server and ends the process
 */
export async function serve(
  config: Config,
  { database: migrated, user, providers, logger, say, fail }: Environment,
): Promise<(reason: string) => void> {
  const masterKey = masterKeyOf(config);
  if (user) await leaveRoot(migrated, user);
  const database = await migrated.openForWork();
  const { pool, ledgers, folder: databaseFolder, isDiskShort } = database;
  const app = await buildApp({ config, pool, ledgers, logger, providers, masterKey, isDiskShort });
  const { feed, rates } = providers;
  const watching = await startWatching({ config, pool, databaseFolder, feed, rates, app, logger });
  app.startJobs(); // before seeding, which buys coins and needs prices
  // The cast's year was played under the default fees and limits.
  const stage = {
    ...app.dependencies,
    policy: defaultPolicy,
    outflows: openOutflows(app.dependencies.ledger, defaultPolicy),
  };
  const hasCast = config.seed && (await seedSandbox(database.ownerPool, stage, say));
  if (hasCast && config.reachable) await replacePublishedPasswords(database.ownerPool, say);
  app.startLog();
  // While serving, the process has no owner connection.
  await Promise.all([database.ownerPool, ...database.ledgerOwners].map((owner) => owner.end()));
  const offersDemo = hasCast && (await hasPublishedPasswords(pool));
  if (offersDemo) app.offerDemo();
  await listen(app, config);
  announce(config, { offersDemo, outboxKey: app.outboxKey, lists: app.dependencies.screening.lists().length }, say);
  flushCompileCache(); // saves the compiled code now, because a killed process would not save it

  let stopping = false;
  const stop = (reason: string, exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    say(`Stopping: ${reason}`);
    // Drain only on SIGTERM, which process managers send. A user at a terminal does not want to wait.
    drained(app, reason === 'SIGTERM' ? config.drainSeconds : 0)
      .then(() => app.close())
      .then(() => watching.stop())
      .then(() => database.close())
      .then(() => process.exit(exitCode), fail);
  };
  void database.lost.then((error) => stop(error.message, 1));
  return stop;
}

/** Switches the user. The owner's remaining work, seeding, uses connections that root opened. */
async function leaveRoot(database: MigratedDatabase, user: User) {
  await database.holdOwner();
  flushCompileCache(); // while still root, because other users must not write code that root loads at the next start
  become(user);
}

async function drained(app: App, seconds: number) {
  if (seconds === 0) return;
  app.drain();
  await sleep(seconds * 1_000);
}

/**
 * The queue of new connections, often equal to the kernel's limit. A client that finds the queue full retries after a
 * second.
 */
const backlog = 4_096;

async function listen(app: App, { host, port }: Config) {
  try {
    await app.http.listen({ host, port, backlog });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    if (error.code === 'EADDRINUSE')
      throw new PassingProblem(
        `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
      );
    if (error.code === 'EACCES')
      throw new PassingProblem(
        `This user cannot listen on port ${port}, because ports below 1024 are reserved for root. Set PORT to 1024 or more, and put a proxy in front.`,
      );
    throw new PassingProblem(
      `Florin cannot listen on HOST ${host}, PORT ${port} (${error.message}). Set HOST to an address of this machine.`,
    );
  }
}

type Offers = {
  readonly offersDemo: boolean;
  readonly outboxKey: string | undefined;
  /** The number of sanctions lists. */
  readonly lists: number;
};

function announce({ mode, publicUrl }: Config, { offersDemo, outboxKey, lists }: Offers, say: Environment['say']) {
  say(`Florin is ready at ${publicUrl}${mode === 'sandbox' ? ' (sandbox: no real money)' : ''}`);
  if (mode === 'live' && lists === 0)
    say('There are no sanctions lists, so Florin checks no names. Set FLORIN_SCREENING_DIR.');
  if (outboxKey !== undefined) say(`Caught mails, readable with this link: ${publicUrl}/sandbox#${outboxKey}`);
  if (offersDemo) say(`Demo login: ${demoLogin.email}, password ${demoLogin.password}`);
}
