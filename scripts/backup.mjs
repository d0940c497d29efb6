/** `npm run backup -- <file>`: all that is in the database at one moment, beside a running server or without one. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('backup-cli.ts');
