import { withFigures } from '@florin/contract';
import { CommanderError } from 'commander';
import { ConfigProblem } from '../config.ts';
import { ArchiveProblem } from '../platform/backup/index.ts';
import { Refusal } from '../platform/refusal.ts';

/** The environment, the outputs and the stop signal of a command. */
export type Terminal = {
  readonly env: Record<string, string | undefined>;
  /** Prints the result. */
  readonly print: (text: string) => void;
  /** Prints other messages on a separate stream, so that results can be piped. */
  readonly note: (line: string) => void;
  /** Ends a command that runs until it is stopped. By default Ctrl-C does. */
  readonly stop?: AbortSignal | undefined;
};

/** A check of a command found a mismatch, or a server rejected it. */
export class Mismatch extends Error {}

const expected = [Mismatch, ConfigProblem, ArchiveProblem, Refusal];

/**
 * Prints an expected error of a command. Rethrows any other error, because it is a bug.
 *
 * @returns the exit code: 0 after help, 2 for invalid arguments, 1 for a refusal, a failure or a mismatch
 */
export function exitCodeFor(error: unknown, note: Terminal['note']): number {
  // Commander has printed the error with the usage, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error;
  note(withFigures(error.message, { brand: 'Florin' }));
  return 1;
}
