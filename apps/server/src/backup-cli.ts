import { runBackupCommand } from './backup-command.ts';

// `npm run backup`: makes a backup, with or without a running server.
process.exitCode = await runBackupCommand(process.argv.slice(2), process.env, (line) =>
  process.stdout.write(`${line}\n`),
);
