/** `npm run house -- …`: operator commands for the house's coins. The server may run or not. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('house-cli.ts');
