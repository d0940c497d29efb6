import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';

const SKIPPED = /^(?:\..*|node_modules|dist|coverage|public|test-results|playwright-report|shots)$/;

/** Returns the paths of all source files of the repository. */
export function sourceFiles(folder = '') {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : sourceFiles(child);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [child] : [];
  });
}
