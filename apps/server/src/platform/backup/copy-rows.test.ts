import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openPool } from '../database/pool.ts';
import { digestOf } from './copy-rows.ts';

let database: TestDatabase;
let folder: string;
let wire: Server;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'florin-slow-'));
  const { host, port } = database.address;
  wire = createServer((client) => {
    const engine = connect(`${host}/.s.PGSQL.${port}`);
    client.pipe(engine);
    client.on('error', () => engine.destroy()); // the client may disconnect during a write
    // Sends PostgreSQL's output byte by byte, so that no two messages arrive together.
    void (async () => {
      for await (const chunk of engine as AsyncIterable<Buffer>)
        for (const byte of chunk) {
          client.write(Buffer.of(byte));
          await setImmediate();
        }
    })().catch(() => client.destroy());
  });
  await new Promise<void>((resolve) => {
    wire.listen(path.join(folder, `.s.PGSQL.${port}`), resolve);
  });
});
afterAll(async () => {
  wire.close();
  rmSync(folder, { recursive: true });
  await database.close();
});

test('counts the rows of a table when the row count arrives late', async () => {
  const pool = openPool({ ...database.address, host: folder }, { role: null, size: 1 });
  const client = await pool.connect();
  try {
    await client.query('create temporary table rows as select generate_series(1, 3) as n');
    const { rows } = await digestOf(client, { name: 'rows', columns: ['n'] }, () => undefined);
    expect(rows).toBe(3);
  } finally {
    client.release(true);
    await pool.end();
  }
});
