/** `npm run house -- …`: the operators' commands about the house's coins, beside a running server or without one. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('house-cli.ts');
