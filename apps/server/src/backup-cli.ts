import { runBackupCommand } from './backup-command.ts';

/** A backup, beside a running server or without one: `npm run backup`. */
process.exitCode = await runBackupCommand(process.argv.slice(2), process.env, (line) =>
  process.stdout.write(`${line}\n`),
);
