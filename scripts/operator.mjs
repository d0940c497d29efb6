/** `npm run operator -- …`: what operators do from the command line, beside a running server or without one. */
import { runCommand } from './launch/run-command.mjs';

await runCommand('operator-cli.ts');
