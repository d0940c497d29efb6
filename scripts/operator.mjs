/** `npm run operator -- …`: operator commands on the command line. The server may run or not. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('operator-cli.ts');
