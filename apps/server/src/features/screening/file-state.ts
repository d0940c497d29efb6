import { stat } from 'node:fs/promises';
import path from 'node:path';
import { listFilesIn } from '@florin/screening';

/** Returns a text that changes with the names, times and sizes of the list files. */
export async function fileStateOf(folder: string): Promise<string> {
  const names = await listFilesIn(folder);
  const states = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return `${name} ${mtimeMs} ${size}`;
    }),
  );
  return states.join('\n');
}
