/** `npm run backup -- <file>`: backs up the database as of one moment. The server may run or not. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('backup-cli.ts');
