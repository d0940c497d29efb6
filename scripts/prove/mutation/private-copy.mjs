/** Copies the source tree for mutation, so the original never changes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../launch/root.mjs';

/** The parts that the tests of money and ledger need. */
const copied = ['package.json', 'tsconfig.base.json', 'packages', 'apps/server'];

export function privateCopy() {
  const copy = mkdtempSync(path.join(tmpdir(), 'florin-mutants-'));
  for (const part of copied)
    cpSync(path.join(ROOT, part), path.join(copy, part), {
      recursive: true,
      filter: (source) => !/[/\\](?:node_modules|dist)(?:[/\\]|$)/.test(path.relative(ROOT, source)),
    });
  // Installed packages are linked, but Florin's own packages must come from the copy.
  const [installed, own] = [path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')];
  mkdirSync(path.join(own, '@florin'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@florin' && !name.startsWith('.vite'))
      symlinkSync(path.join(installed, name), path.join(own, name), 'junction');
  for (const name of ['money', 'contract'])
    if (existsSync(path.join(copy, 'packages', name)))
      symlinkSync(path.join(copy, 'packages', name), path.join(own, '@florin', name), 'junction');
  return copy;
}
