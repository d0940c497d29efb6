/** `npm run rotate-master-key`: seals everything under a new master key while servers run that have both. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('rotate-master-key-cli.ts');
