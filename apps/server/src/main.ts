import { pino } from 'pino';
import { chooseProviders } from './choose-providers.ts';
import { ConfigProblem, parseConfig, PassingProblem } from './config.ts';
import { openDatabase } from './open-database.ts';
import { quotedRows } from './platform/http/security-log.ts';

const logger = pino({ level: 'warn', redact: quotedRows });

/** The process: read the config, open the database, serve, close. */
async function main() {
  const config = parseConfig(process.env);
  logger.level = config.logLevel;
  const providers = chooseProviders(config, logger); // before the database, which keeps the mode it is first opened in
  // Most of the code is read while the database starts.
  const [database, { serve }] = await Promise.all([openDatabase(config, say), import('./serve.ts')]);
  try {
    await serve(config, { database, providers, logger, say, fail });
  } catch (error) {
    await database.close();
    throw error;
  }
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
