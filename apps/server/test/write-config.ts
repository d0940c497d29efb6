import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Writes a FLORIN_CONFIG with files next to it into a new folder. Returns the environment that names this
 * FLORIN_CONFIG.
 */
export function writeConfig(content: unknown, files: Readonly<Record<string, string | Buffer>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-config-'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const file = path.join(folder, 'florin.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return { FLORIN_CONFIG: file };
}
