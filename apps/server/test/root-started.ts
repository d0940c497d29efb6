import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Can a server that this process starts become another user? Not where the process is no root's, and not where the
 * folder of the project is closed to other users. This does not ask the product: if it wrongly stayed root, its tests would be skipped.
 */
export function leavesRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  const nobody = 65_534;
  const read = `fs.accessSync(${JSON.stringify(fileURLToPath(import.meta.url))}, fs.constants.R_OK)`;
  const asked = spawnSync(process.execPath, ['--eval', read], { uid: nobody, gid: nobody, stdio: 'ignore' });
  return asked.status === 0;
}

/** A place for the data of a server that root starts, and for what a test puts beside it. */
export function openDataFolder() {
  const parent = mkdtempSync(path.join(tmpdir(), 'florin-root-'));
  chmodSync(parent, 0o755); // the engine's account must be able to enter
  const dataDir = path.join(parent, 'data');
  return {
    parent,
    dataDir,
    /** Whom the database belongs to. */
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

/** Whom the kernel takes each thread of a process for: real, effective, saved and file system's. */
export function idsOf(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'),
  );
  const read = (name: string) =>
    threads.flatMap((status) => (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/));
  const only = (name: string) => [...new Set(read(name))].filter((id) => id !== '');
  return { uid: only('Uid'), gid: only('Gid'), groups: only('Groups'), capabilities: only('CapPrm') };
}
