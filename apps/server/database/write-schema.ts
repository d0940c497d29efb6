/** Writes schema.sql: the schema that migrations, functions and views create in an empty database. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPool } from '../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { describeSchema } from './describe-schema.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-schema-'));
chmodSync(folder, 0o755); // as root, the engine runs as another account, which needs access to the folder
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const pool = openPool(postgres.connection, { role: null, size: 1 });
try {
  await migrate(pool);
  writeFileSync(new URL('schema.sql', import.meta.url), await describeSchema(pool));
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
