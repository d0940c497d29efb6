import { pino } from 'pino';
import { chooseProviders, type Providers } from './choose-providers.ts';
import { unwritableBankDir } from './config-folders.ts';
import { ConfigProblem, parseConfig, PassingProblem, type Config } from './config.ts';
import { userInPlaceOfRoot } from './leave-root.ts';
import { migrateDatabase, type MigratedDatabase } from './open-database.ts';
import { quotedRows } from './platform/http/security-log.ts';
import type { User } from './platform/user/become.ts';
import { whenAskedToStop } from './platform/when-asked-to-stop.ts';

// Ignore write errors to a closed output, such as a closed terminal, so that the server can stop cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const logger = pino({ level: 'warn', redact: quotedRows });

/** Runs the process: reads the config, opens the database, serves and closes. */
async function main() {
  const stopSignal = whenAskedToStop();
  const config = parseConfig(process.env);
  logger.level = config.logLevel;
  const providers = chooseProviders(config, logger); // before opening the database, which permanently records the mode
  const user = await userInPlaceOfRoot(config, say);
  const unwritable = unwritableBankDir(config);
  if (unwritable !== undefined) throw new ConfigProblem(unwritable);
  const launch = Promise.withResolvers<void>();
  const opening = migrateDatabase(config, say, launch.resolve);
  const starting = start(config, { opening, launched: launch.promise, providers, user });
  const reason = await Promise.race([stopSignal, starting.then(() => undefined)]);
  if (reason !== undefined) return abortStart(config, opening, reason);
  const stop = await starting;
  stop(await stopSignal);
}

type Environment = {
  readonly opening: Promise<MigratedDatabase>;
  /** Resolves when an embedded engine begins to start. */
  readonly launched: Promise<void>;
  readonly providers: Providers;
  readonly user: User | undefined;
};

async function start(config: Config, { opening, launched, providers, user }: Environment) {
  // Loads most of the code while the database starts. Loading sooner would delay the launch: it blocks this thread.
  await Promise.race([launched, opening]);
  const [database, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  try {
    return await serve(config, { database, providers, user, logger, say, fail });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Aborts a start. Aborted database work leaves no trace, so only an embedded engine must be stopped. */
async function abortStart({ databaseUrl }: Config, opening: Promise<MigratedDatabase>, reason: string): Promise<never> {
  say(`Stopping: ${reason}`);
  logger.level = 'silent'; // pending work now fails, as expected
  if (databaseUrl === undefined) await opening.then(({ stopEngine }) => stopEngine()).catch(() => undefined);
  process.exit(0);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** EX_CONFIG of sysexits.h: a restart would not help, and deploy/florin@.service does not restart on this code. */
const configExitCode = 78;

function fail(error: unknown): never {
  if (error instanceof ConfigProblem) process.stderr.write(`Florin cannot start.\n${error.message}\n`);
  else logger.fatal({ err: error }, 'Florin stopped because of an error');
  process.exit(error instanceof ConfigProblem && !(error instanceof PassingProblem) ? configExitCode : 1);
}

main().catch(fail);
