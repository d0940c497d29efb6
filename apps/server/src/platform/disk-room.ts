import { statfs } from 'node:fs/promises';

/**
 * Four files of the write-ahead log. Where PostgreSQL finds no room for the next of them it ends at once and cannot start
 * again; where it only lacks room for a table it refuses the statement and goes on.
 */
const reserveBytes = 64 * 1024 * 1024;
const lookEveryMs = 1_000;

export type DiskRoom = {
  /** What writes much has to wait, so that what is there can be read. */
  readonly isShort: () => boolean;
  readonly stop: () => void;
};

/** Watches the room that is left around a folder. */
export async function watchDiskRoom(folder: string, say: (line: string) => void): Promise<DiskRoom> {
  let short = false;
  const look = async () => {
    const free = await freeBytes(folder);
    if (free === undefined || free < reserveBytes === short) return;
    short = !short;
    say(
      short
        ? `The disk of ${folder} is full: money commands are refused until there are ${reserveBytes / 1024 ** 2} MB again`
        : `There is room on the disk of ${folder} again`,
    );
  };
  await look();
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return { isShort: () => short, stop: () => clearInterval(timer) };
}

/** A disk that cannot be asked about is not called full. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
