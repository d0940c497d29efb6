import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigProblem } from './config.ts';
import { masterKeyOf } from './master-key.ts';

let parent: string;
let dataDir: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'florin-key-'));
  dataDir = path.join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

const ownKey = () => masterKeyOf({ masterKey: undefined, dataDir });

describe('the master key of a sandbox', () => {
  test('generates the master key once, readable only by its owner, and then reuses it', () => {
    const key = ownKey();
    expect(key).toHaveLength(32);
    expect(ownKey()).toEqual(key);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  });

  test('uses the configured master key and does not create a key file', () => {
    const masterKey = Buffer.alloc(32, 7);
    expect(masterKeyOf({ masterKey, dataDir })).toBe(masterKey);
    expect(readdirSync(parent)).toEqual([]);
  });

  test('asks for FLORIN_MASTER_KEY when the key file cannot be written', () => {
    writeFileSync(dataDir, 'a file, and no folder');
    expect(ownKey).toThrow(ConfigProblem);
    expect(ownKey).toThrow('Set FLORIN_MASTER_KEY');
  });

  test('generates the master key at the next start after an interrupted write', () => {
    const module = fileURLToPath(new URL('master-key.ts', import.meta.url));
    const script = `import(${JSON.stringify(module)}).then(({ masterKeyOf }) => masterKeyOf({ dataDir: ${JSON.stringify(dataDir)} }))`;
    // Files can be created but cannot grow, as on a full disk.
    const cutOff = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" -e "$1"', process.execPath, script]);
    expect([cutOff.status, String(cutOff.stderr)]).toEqual([1, expect.stringContaining('EFBIG')]);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(ownKey()).toHaveLength(32);
    expect(ownKey()).toEqual(ownKey());
  });

  test.each(['', 'c2hvcnQ=\n'])('never replaces an invalid key file: %j', (content) => {
    const key = ownKey();
    writeFileSync(path.join(dataDir, 'master.key'), content);
    expect(ownKey).toThrow(ConfigProblem);
    writeFileSync(path.join(dataDir, 'master.key'), `${key.toString('base64')}\n`);
    expect(ownKey()).toEqual(key);
  });
});
