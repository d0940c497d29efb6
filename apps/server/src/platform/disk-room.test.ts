import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../../test/reliability/small-disk.ts';
import { freeBytes, watchDiskRoom } from './disk-room.ts';

const disk = mountSmallDisk(100);
afterAll(() => disk?.remove());

test.runIf(disk)('reports a disk with less than 64 MB free as full, and logs each change once', async () => {
  const logged: string[] = [];
  const room = await watchDiskRoom(disk?.folder ?? '', (line) => logged.push(line));
  expect(room.isShort()).toBe(false);
  disk?.fill();
  await expect.poll(room.isShort, { timeout: 60_000 }).toBe(true);
  disk?.makeRoom();
  await expect.poll(room.isShort, { timeout: 60_000 }).toBe(false);
  room.stop();
  expect(logged).toEqual([expect.stringContaining('is full'), expect.stringContaining('has space again')]);
});

test('does not report a missing disk as full', async () => {
  expect(await freeBytes('/nowhere/at/all')).toBeUndefined();
  const room = await watchDiskRoom('/nowhere/at/all', () => undefined);
  room.stop();
  expect(room.isShort()).toBe(false);
});
