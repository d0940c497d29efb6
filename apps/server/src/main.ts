import { pino } from 'pino';
import { chooseProviders, type Providers } from './choose-providers.ts';
import { ConfigProblem, parseConfig, PassingProblem, type Config } from './config.ts';
import { userInPlaceOfRoot } from './leave-root.ts';
import { migrateDatabase, type MigratedDatabase } from './open-database.ts';
import { quotedRows } from './platform/http/security-log.ts';
import type { User } from './platform/user/become.ts';
import { whenAskedToStop } from './platform/when-asked-to-stop.ts';

// Whoever read this may be gone, as with a terminal that was closed: what is stopped then is stopped in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const logger = pino({ level: 'warn', redact: quotedRows });

/** The process: read the config, open the database, serve, close. */
async function main() {
  const asked = whenAskedToStop();
  const config = parseConfig(process.env);
  logger.level = config.logLevel;
  const providers = chooseProviders(config, logger); // before the database, which keeps the mode it is first opened in
  const user = await userInPlaceOfRoot(config, say);
  const opening = migrateDatabase(config, say);
  const starting = start(config, opening, { providers, user });
  const reason = await Promise.race([asked, starting.then(() => undefined)]);
  if (reason !== undefined) return breakOff(config, opening, reason);
  const stop = await starting;
  stop(await asked);
}

type Surroundings = { readonly providers: Providers; readonly user: User | undefined };

async function start(config: Config, opening: Promise<MigratedDatabase>, { providers, user }: Surroundings) {
  // Most of the code is read while the database starts.
  const [database, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  try {
    return await serve(config, { database, providers, user, logger, say, fail });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Nobody was answered yet, and what is cut off in the database leaves nothing: only an engine of our own would stay. */
async function breakOff({ databaseUrl }: Config, opening: Promise<MigratedDatabase>, reason: string): Promise<never> {
  say(`Stopping: ${reason}`);
  logger.level = 'silent'; // what is under way fails, as it has to
  if (databaseUrl === undefined) await opening.then(({ stopEngine }) => stopEngine()).catch(() => undefined);
  process.exit(0);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** EX_CONFIG of sysexits.h: starting again changes nothing, and deploy/florin@.service does not. */
const needsOtherSettings = 78;

function fail(error: unknown): never {
  if (error instanceof ConfigProblem) process.stderr.write(`Florin cannot start.\n${error.message}\n`);
  else logger.fatal({ err: error }, 'Florin stopped because of an error');
  process.exit(error instanceof ConfigProblem && !(error instanceof PassingProblem) ? needsOtherSettings : 1);
}

main().catch(fail);
