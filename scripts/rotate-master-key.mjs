/** `npm run rotate-master-key`: encrypts all data under a new master key while servers with both keys run. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('rotate-master-key-cli.ts');
