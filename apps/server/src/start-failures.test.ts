import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk } from '../test/reliability/small-disk.ts';
import { serverProgram } from '../test/server-program.ts';
import { testMasterKey } from '../test/test-app.ts';
import { onDatabase } from '../test/global-setup.ts';
import { createTestDatabase, urlOf, type TestDatabase } from '../test/test-database.ts';

const isRoot = process.getuid?.() === 0;
/** A user with a name but without any rights. */
const nobody = 65_534;
/** The first port that every user may listen on. */
const freePorts = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-failures-'));
  chmodSync(folder, 0o777); // as root the engine runs as another account
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => database.close());

type Failing = {
  readonly name: string;
  /** The settings. Creates the files that they name. */
  readonly env: () => Record<string, string> | Promise<Record<string, string>>;
  readonly says: RegExp;
  readonly code?: number;
  /** The user to start as. Needs root. */
  readonly uid?: number;
  /** A shell command to run before the start. */
  readonly shell?: string;
};

const inFolder = (name: string) => path.join(folder, name);

const failures: Failing[] = [
  {
    name: 'a data folder that is a file',
    env: () => (writeFileSync(inFolder('data'), ''), { FLORIN_DATA_DIR: inFolder('data') }),
    says: /data is a file, not a folder\. Set FLORIN_DATA_DIR to a folder that this user can write to\.$/,
  },
  {
    name: 'a data folder below a file',
    env: () => (writeFileSync(inFolder('data'), ''), { FLORIN_DATA_DIR: inFolder('data/florin') }),
    says: /cannot be created: a part of its path is a file\. Set FLORIN_DATA_DIR/,
  },
  {
    name: 'a data folder that this user cannot create',
    env: () => (chmodSync(folder, 0o755), { FLORIN_DATA_DIR: inFolder('data') }),
    uid: nobody,
    says: /cannot be created: this user may not write there\. Set FLORIN_DATA_DIR/,
  },
  {
    name: 'a read-only data folder',
    env: () => (mkdirSync(inFolder('data'), { mode: 0o755 }), { FLORIN_DATA_DIR: inFolder('data') }),
    uid: nobody,
    says: /data cannot be written by this user, .*Make it writable, or set FLORIN_DATA_DIR to another folder\.$/,
  },
  {
    name: 'a data folder of a newer PostgreSQL',
    env: () => {
      mkdirSync(inFolder('data/postgres'), { recursive: true, mode: 0o700 });
      writeFileSync(inFolder('data/postgres/PG_VERSION'), '99\n');
      return { FLORIN_DATA_DIR: inFolder('data') };
    },
    says: /was written by PostgreSQL 99\. .* or set FLORIN_DATA_DIR to a new folder\.$/,
  },
  {
    name: 'a data folder with foreign files',
    env: () => {
      mkdirSync(inFolder('data/postgres'), { recursive: true });
      writeFileSync(inFolder('data/postgres/notes.txt'), '');
      return { FLORIN_DATA_DIR: inFolder('data') };
    },
    says: /is neither empty nor a database\. Move it away, or set FLORIN_DATA_DIR to another folder\.$/,
  },
  {
    name: 'a file size limit that is too small for a database',
    env: () => ({ FLORIN_DATA_DIR: inFolder('data') }),
    shell: 'ulimit -f 200',
    says: /may not write files as large as PostgreSQL needs in .*\. Raise the limit \(ulimit -f\)\.$/,
  },
  {
    name: 'a user without a name',
    env: () => ({ FLORIN_DATA_DIR: inFolder('data') }),
    uid: 54_321,
    says: /^This user \(uid 54321\) has no name, which PostgreSQL needs\. Add an entry to \/etc\/passwd, .* or set DATABASE_URL\.$/,
  },
  {
    name: 'a privileged port',
    env: () => ({ FLORIN_DATA_DIR: inFolder('data'), PORT: '81' }),
    uid: nobody,
    says: /^This user cannot listen on port 81, .*Set PORT to 1024 or more, and put a proxy in front\.$/,
  },
  {
    name: 'a privileged port after giving up root',
    env: () => ({ FLORIN_DATA_DIR: inFolder('data'), PORT: '81' }),
    uid: 0,
    says: /^Florin gives up root before it listens, and then cannot use PORT 81\. Set PORT to \d+ or more, and put a proxy in front\.$/,
  },
  {
    name: 'a missing database',
    env: () => ({ DATABASE_URL: urlOf(onDatabase(database.address, 'florin_nowhere')) }),
    says: /^PostgreSQL at .* rejects the login \(.*florin_nowhere.*\)\. Check the user, the password and the database in DATABASE_URL\.$/,
  },
  {
    name: 'a user unknown to the database',
    env: () => ({ DATABASE_URL: urlOf({ ...database.address, user: 'nobody_knows' }) }),
    says: /^PostgreSQL at .* rejects the login \(.*\)\. Check the user, the password and the database in DATABASE_URL\.$/,
  },
  {
    name: 'a database of a newer version',
    env: async () => {
      await database.ownerPool.query(
        `insert into migrations (name, sha256) values ('9999-from-the-future.sql', '') on conflict do nothing`,
      );
      return { DATABASE_URL: urlOf(database.address) };
    },
    code: 78,
    says: /^A newer version of Florin migrated this database/,
  },
  {
    name: 'an invalid database address',
    env: () => ({ DATABASE_URL: 'mysql://localhost/florin' }),
    code: 78,
    says: /^DATABASE_URL must be postgres:\/\/user:password@host:5432\/database\.$/,
  },
  {
    name: 'a port that is not a number',
    env: () => ({ PORT: 'eighty' }),
    code: 78,
    says: /^PORT must be 0 to 65535, not "eighty"\.$/,
  },
  {
    name: 'a mode that does not exist',
    env: () => ({ FLORIN_MODE: 'alive' }),
    code: 78,
    says: /^FLORIN_MODE must be sandbox or live, not "alive"\.$/,
  },
  {
    name: 'a folder for bank files that belongs to another user',
    env: () => (mkdirSync(inFolder('bank'), { mode: 0o755 }), { FLORIN_BANK_DIR: inFolder('bank') }),
    uid: nobody,
    code: 78,
    says: /^FLORIN_BANK_DIR: this user cannot read and write .*bank\. Change the folder’s owner \(chown\)\.$/,
  },
  {
    name: 'an inbox that belongs to another user',
    env: () => {
      mkdirSync(inFolder('bank'));
      chmodSync(inFolder('bank'), 0o777);
      mkdirSync(inFolder('bank/inbox'), { mode: 0o755 });
      return { FLORIN_BANK_DIR: inFolder('bank') };
    },
    uid: nobody,
    code: 78,
    says: /^FLORIN_BANK_DIR: this user cannot read and write .*bank\/inbox\. Change the folder’s owner \(chown\)\.$/,
  },
  {
    name: 'a folder that this user cannot reach',
    env: () => {
      mkdirSync(inFolder('closed/legal'), { recursive: true });
      chmodSync(inFolder('closed'), 0o700);
      return { FLORIN_LEGAL_DIR: inFolder('closed/legal') };
    },
    uid: nobody,
    code: 78,
    says: /^FLORIN_LEGAL_DIR: .*legal cannot be opened by this user\. Check the rights of the folders above it\.$/,
  },
  {
    name: 'an invalid master key',
    env: () => ({ FLORIN_MASTER_KEY: 'short' }),
    code: 78,
    says: /^FLORIN_MASTER_KEY must be 32 random bytes in base64\. Create them with openssl rand -base64 32\.$/,
  },
];

/** Starts the server, which must fail, and returns its exit code and output. */
async function start({ env, uid, shell }: Failing) {
  const settings = {
    ...process.env,
    FLORIN_SEED: 'off',
    FLORIN_MASTER_KEY: testMasterKey.toString('base64'),
    DATABASE_URL: '',
    PORT: '0',
  };
  const command =
    shell === undefined
      ? [process.execPath, serverProgram]
      : ['/bin/sh', '-c', `${shell}; exec "$0" "$1"`, process.execPath, serverProgram];
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    env: { ...settings, ...(await env()) },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [out, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, out, said };
}

const possible = failures.filter(
  ({ uid, name }) => (uid === undefined || isRoot) && (freePorts > 81 || !name.startsWith('a privileged port')),
);

test.each(possible)('explains a failed start and its remedy: $name', async (failing) => {
  const { code, said } = await start(failing);
  const [title, sentence, ...more] = said.trim().split('\n');
  expect([title, more]).toEqual(['Florin cannot start.', []]);
  expect(sentence).toMatch(failing.says);
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(failing.code ?? 1);
});

test('explains a failed start and its remedy: another server on the same data folder', async () => {
  const first = spawn(process.execPath, ['-e', holdFolder, inFolder('owner.lock')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(first.stdout, 'data');
    const { code, said } = await start({ name: '', env: () => ({ FLORIN_DATA_DIR: folder }), says: /./ });
    expect(said).toMatch(
      /^Florin cannot start\.\n.* is in use by another Florin server.*\. Stop that server first, or set FLORIN_DATA_DIR to another folder\.\n$/,
    );
    expect(code).toBe(1);
  } finally {
    first.kill();
  }
});

const holdFolder = `
  const { DatabaseSync } = require('node:sqlite');
  const lock = new DatabaseSync(process.argv[1]);
  lock.exec('BEGIN IMMEDIATE');
  console.log('held');
  process.stdin.resume();`;

test('explains a failed start and its remedy: a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const own = await createTestDatabase();
  try {
    const { port } = other.address() as AddressInfo;
    const env = () => ({ DATABASE_URL: urlOf(own.address), PORT: String(port) });
    const { code, said } = await start({ name: '', env, says: /./ });
    expect(said).toBe(
      `Florin cannot start.\nPort ${port} is already in use. Stop the program that uses it, or set PORT to another port.\n`,
    );
    expect(code).toBe(1);
  } finally {
    other.close();
    await own.close();
  }
});

const disk = mountSmallDisk(4);
afterAll(() => disk?.remove());

test.skipIf(!disk)('explains a failed start and its remedy: a full disk', async () => {
  const { code, said } = await start({ name: '', env: () => ({ FLORIN_DATA_DIR: disk?.folder ?? '' }), says: /./ });
  expect(said).toMatch(
    /^Florin cannot start\.\nThe disk of .* is full\. Free some space, or set FLORIN_DATA_DIR to a folder on another disk\.\n$/,
  );
  expect(code).toBe(1);
});
