import { open } from 'node:fs/promises';

/** The file changed while it was read. A later read finds the complete file. */
export class FileChanged extends Error {}

const PIECE = 1 << 18;

/** Returns the file's bytes in pieces. Throws `FileChanged` at the end if the file changed meanwhile. */
export async function* readUnchanged(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const before = await handle.stat();
    let bytes = 0;
    for await (const piece of handle.createReadStream({ autoClose: false, highWaterMark: PIECE })) {
      bytes += (piece as Uint8Array).length;
      yield piece as Uint8Array;
    }
    const after = await handle.stat();
    if (bytes !== after.size || before.size !== after.size || before.mtimeMs !== after.mtimeMs)
      throw new FileChanged(`${file} changed while it was read`);
  } finally {
    await handle.close();
  }
}
