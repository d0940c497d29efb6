import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';

/** Can `account` enter `target` and all folders above it? */
export function isReachable(target: string, account: Account): boolean {
  const real = realpathSync(target);
  return withAncestors(real).every((folder) => canEnter(folder, account));
}

function withAncestors(target: string): string[] {
  const parent = path.dirname(target);
  return parent === target ? [target] : [...withAncestors(parent), target];
}

function canEnter(target: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(target);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
