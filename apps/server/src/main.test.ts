import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serverProgram } from '../test/server-program.ts';
import { testMasterKey } from '../test/test-app.ts';
import { createTestDatabase, urlOf } from '../test/test-database.ts';
import { findRunning } from './platform/embedded-postgres/index.ts';

/** Includes a master key, because otherwise a sandbox would write one into the working tree. */
const settings = { FLORIN_SEED: 'off', FLORIN_PAST_PRICES: 'off', FLORIN_MASTER_KEY: testMasterKey.toString('base64') };

/** Starts the server, which must fail, and returns its exit code and output. */
async function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [serverProgram], { env: { ...process.env, ...settings, ...env } });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, said };
}

test('a server with invalid settings exits with code 78, which prevents a restart', async () => {
  const { code, said } = await start({ PORT: 'eighty', FLORIN_MODE: 'alive' });
  expect(said).toContain('Florin cannot start.');
  expect(said).toContain('PORT');
  expect(said).toContain('FLORIN_MODE');
  expect(code).toBe(78);
});

test('a server exits with code 78 on a database of a newer version', async () => {
  const database = await createTestDatabase();
  try {
    await database.ownerPool.query(`insert into migrations (name, sha256) values ('9999-from-the-future.sql', '')`);
    const { code, said } = await start({ DATABASE_URL: urlOf(database.address) });
    expect(said).toContain('Florin cannot start.\nA newer version of Florin migrated this database');
    expect(code).toBe(78);
  } finally {
    await database.close();
  }
});

test('a server exits with code 1 when the port is in use', async () => {
  const database = await createTestDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  try {
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, said } = await start({ DATABASE_URL: urlOf(database.address), PORT: String(port) });
    expect(said).toContain(`Port ${port} is already in use`);
    expect(code).toBe(1);
  } finally {
    other.close();
    await database.close();
  }
});

test('a server exits with code 1 when HOST is not an address of this machine', async () => {
  const database = await createTestDatabase();
  try {
    const { code, said } = await start({ DATABASE_URL: urlOf(database.address), PORT: '0', HOST: '192.0.2.1' });
    expect(said).toContain('Florin cannot start.\nFlorin cannot listen on HOST 192.0.2.1');
    expect(code).toBe(1);
  } finally {
    await database.close();
  }
});

const untilSaid = (child: ChildProcess, words: string) =>
  new Promise<void>((resolve) => {
    let said = '';
    child.stdout?.on('data', (chunk) => (said += String(chunk)).includes(words) && resolve());
  });

test('a server stops cleanly on SIGTERM even when its output is closed', async () => {
  const database = await createTestDatabase();
  try {
    const env = { ...process.env, ...settings, DATABASE_URL: urlOf(database.address), PORT: '0' };
    const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await untilSaid(child, 'Florin is ready');
    child.stdout.destroy();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    await database.close();
  }
});

test('a server that is stopped before it is ready leaves no PostgreSQL running', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-main-'));
  chmodSync(folder, 0o755); // as root, the engine runs as another account, which must be able to enter
  try {
    const env = { ...process.env, ...settings, DATABASE_URL: '', FLORIN_DATA_DIR: folder, PORT: '0' };
    const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await untilSaid(child, '(embedded'); // the message before the migration
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(findRunning(folder)).toBeUndefined();
  } finally {
    const stopOrphan = fileURLToPath(new URL('platform/embedded-postgres/stop-orphan.ts', import.meta.url));
    spawnSync(process.execPath, [stopOrphan, folder]);
    rmSync(folder, { recursive: true });
  }
});
