import { ConfigProblem } from './config.ts';
import { ArchiveProblem } from './platform/backup/index.ts';
import { Refusal } from './platform/refusal.ts';

/** The arguments do not form a command. */
export class UsageProblem extends Error {}

/**
 * Prints an expected error of a command. Throws any other error again, because it is a bug.
 *
 * @returns the exit code: 2 for invalid arguments, 1 for a refusal or failure
 */
export function exitCodeFor(error: unknown, note: (line: string) => void, usage = ''): number {
  if (error instanceof UsageProblem) {
    note(`${error.message}${usage}`);
    return 2;
  }
  if (!(error instanceof ConfigProblem || error instanceof ArchiveProblem || error instanceof Refusal)) throw error;
  note(error.message);
  return 1;
}
