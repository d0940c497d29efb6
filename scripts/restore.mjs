/** `npm run restore -- <file>`: restores a backup into an empty database, with checks before and after. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('restore-cli.ts');
