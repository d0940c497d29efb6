/** `npm run restore -- <file>`: a backup back into an empty database, checked before and verified after. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('restore-cli.ts');
