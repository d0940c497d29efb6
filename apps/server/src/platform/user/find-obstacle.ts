import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { User } from './become.ts';

/** A file or folder to read, or a socket to write to. */
export type Need = { readonly path: string; readonly to: 'read' | 'write' };

/** The first need that is not met, or the error when no process can run as the user. */
export type Obstacle = Need | { readonly refusedWith: string };

/**
 * Returns the obstacle that prevents the user from working. Asks the kernel in a process of that user, because
 * permissions, access control lists and security modules all count. Only root can call this function.
 */
export async function findObstacle({ uid, gid }: User, needs: readonly Need[]): Promise<Obstacle | undefined> {
  const words = needs.flatMap(({ path, to }) => [to, path]);
  try {
    const asUser = { uid, gid: gid || uid, cwd: '/', env: {} };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...words], asUser);
    return stdout === '' ? undefined : needs[Number(stdout)];
  } catch (error) {
    return { refusedWith: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
  }
}

/** Prints the index of the first need that is not met. */
const script = `
  place=0
  while [ $# -gt 0 ]; do
    case $1 in
      read) [ -r "$2" ] && { [ ! -d "$2" ] || [ -x "$2" ]; } ;;
      write) [ -w "$2" ] ;;
    esac || { printf '%s' "$place"; exit 0; }
    place=$((place + 1))
    shift 2
  done`;
