import { ConfigProblem } from './config.ts';
import { ArchiveProblem } from './platform/backup/index.ts';
import { Refusal } from './platform/refusal.ts';

/** Arguments that make no command. */
export class UsageProblem extends Error {}

/**
 * Says what keeps a command from being done. Whatever else is thrown is a bug, and goes on.
 *
 * @returns the process's exit code: 2 for arguments that make no command, 1 for what is refused or cannot be
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
