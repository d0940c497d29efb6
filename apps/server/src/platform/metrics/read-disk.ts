import { statfs } from 'node:fs/promises';
import { gauge } from './registry.ts';

const free = gauge('florin_disk_free_bytes', 'Room on the disk of the embedded database that this process may use');
const size = gauge('florin_disk_size_bytes', 'Size of the disk of the embedded database');

/** To be called now and then. */
export async function readDisk(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  free.set(bavail * bsize);
  size.set(blocks * bsize);
}
