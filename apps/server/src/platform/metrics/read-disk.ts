import { statfs } from 'node:fs/promises';
import { gauge } from './registry.ts';

const free = gauge('florin_disk_free_bytes', 'Free space on the disk of the embedded database');
const size = gauge('florin_disk_size_bytes', 'Size of the disk of the embedded database');

/** Reads the disk space of the folder into the metrics. Called periodically. */
export async function readDisk(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  free.set(bavail * bsize);
  size.set(blocks * bsize);
}
