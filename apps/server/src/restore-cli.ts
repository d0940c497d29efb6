import { runRestoreCommand } from './restore-command.ts';

// `npm run restore`: restores a backup into an empty database.
process.exitCode = await runRestoreCommand(process.argv.slice(2), process.env, (line) =>
  process.stdout.write(`${line}\n`),
);
