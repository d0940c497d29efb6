import { Command } from 'commander';
import { addBackup } from './backup.ts';
import { addBank } from './bank.ts';
import { exitCodeFor, type Terminal } from './command-problem.ts';
import { addHouse } from './house.ts';
import { addKeys } from './keys.ts';
import { addLedgers } from './ledgers.ts';
import { addListen } from './listen.ts';
import { addOperator } from './operator.ts';
import { addWitness } from './witness.ts';
import { addRestore } from './restore.ts';
import { visibleText } from '../platform/visible-text.ts';

/** scripts/florin.mjs runs these commands itself, because they need development packages. */
const ofDevelopers = `
In a clone with development packages:
  prove [ids...]              run the reliability proofs
  bench [name]                run a measurement; without a name, list them
  rehearse                    try live mode with a pretended bank`;

/**
 * Runs the command in the arguments and prints its result.
 *
 * @returns the exit code: 2 for invalid arguments, 1 for a refusal, a failure or a mismatch
 */
export async function runCli(
  args: readonly string[],
  env: Terminal['env'],
  { stop, ...terminal }: Omit<Terminal, 'env'>,
): Promise<number> {
  // Names of files, and texts in them, must not control the operator's terminal.
  const print = (text: string) => terminal.print(visibleText(text));
  const note = (line: string) => terminal.note(visibleText(line));
  const program = new Command('npm run florin --')
    .description('Florin’s command line. Works with or without a running server.')
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => note(text.trimEnd()) })
    .addHelpText('after', ofDevelopers);
  for (const add of [addOperator, addHouse, addBank, addBackup, addRestore, addKeys, addLedgers, addWitness, addListen])
    add(program, { env, print, note, stop });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCodeFor(error, note);
  }
}
