import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns whether a server started by this process can become another user. Needs root, and a project folder that other
 * users can read. Does not use the product's own code: if that code wrongly stayed root, its tests would be skipped.
 */
export function leavesRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  const nobody = 65_534;
  const read = `fs.accessSync(${JSON.stringify(fileURLToPath(import.meta.url))}, fs.constants.R_OK)`;
  const asked = spawnSync(process.execPath, ['--eval', read], { uid: nobody, gid: nobody, stdio: 'ignore' });
  return asked.status === 0;
}

/** Creates a folder for the data of a server that root starts, and for the test's own files. */
export function openDataFolder() {
  const parent = mkdtempSync(path.join(tmpdir(), 'florin-root-'));
  chmodSync(parent, 0o755); // PostgreSQL's account needs access
  const dataDir = path.join(parent, 'data');
  return {
    parent,
    dataDir,
    /** The user id that owns the database. */
    account: () => statSync(path.join(dataDir, 'postgres')).uid,
    remove() {
      const stopOrphan = new URL('../src/platform/embedded-postgres/stop-orphan.ts', import.meta.url);
      spawnSync(process.execPath, [fileURLToPath(stopOrphan), dataDir]);
      rmSync(parent, { recursive: true });
    },
  };
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Returns the user and group ids of all threads of a process: real, effective, saved and file system. */
export function idsOf(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'),
  );
  const read = (name: string) =>
    threads.flatMap((status) => (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/));
  const only = (name: string) => [...new Set(read(name))].filter((id) => id !== '');
  return { uid: only('Uid'), gid: only('Gid'), groups: only('Groups'), capabilities: only('CapPrm') };
}
