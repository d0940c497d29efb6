import { runRestoreCommand } from './restore-command.ts';

/** A backup back into an empty database: `npm run restore`. */
process.exitCode = await runRestoreCommand(process.argv.slice(2), process.env, (line) =>
  process.stdout.write(`${line}\n`),
);
