import { statfs } from 'node:fs/promises';

/**
 * The size of four write-ahead log files. Without space for the next such file, PostgreSQL stops and cannot start again.
 * Without space for a table, it only rejects the statement.
 */
const reserveBytes = 64 * 1024 * 1024;
const checkEveryMs = 1_000;

export type DiskRoom = {
  /** Money commands must be rejected, so that reads continue to work. */
  readonly isShort: () => boolean;
  readonly stop: () => void;
};

/** Checks the free disk space around a folder once per second. */
export async function watchDiskRoom(folder: string, log: (line: string) => void): Promise<DiskRoom> {
  let short = false;
  const check = async () => {
    const free = await freeBytes(folder);
    if (free === undefined || free < reserveBytes === short) return;
    short = !short;
    log(
      short
        ? `The disk of ${folder} is full. Money commands are rejected until ${reserveBytes / 1024 ** 2} MB are free.`
        : `The disk of ${folder} has space again.`,
    );
  };
  await check();
  const timer = setInterval(() => void check(), checkEveryMs);
  timer.unref();
  return { isShort: () => short, stop: () => clearInterval(timer) };
}

/** Returns the free bytes on the folder's disk, or `undefined` if the file system cannot be read. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
