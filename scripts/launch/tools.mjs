import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from './root.mjs';

/** Returns the script of a package's command, which a chosen Node can run without a shell. */
export function toolScript(packageName, command, from = ROOT) {
  const folder = packageFolder(packageName, from);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

function packageFolder(packageName, from) {
  const searched = createRequire(path.join(from, 'package.json')).resolve.paths(packageName) ?? [];
  for (const folder of searched) {
    const candidate = path.join(folder, packageName);
    if (isPackage(candidate)) return candidate;
  }
  throw new Error(`${packageName} is not installed`);
}

function isPackage(folder) {
  try {
    readFileSync(path.join(folder, 'package.json'));
    return true;
  } catch {
    return false;
  }
}
