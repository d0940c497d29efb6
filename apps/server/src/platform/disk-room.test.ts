import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../../test/reliability/small-disk.ts';
import { freeBytes, watchDiskRoom } from './disk-room.ts';

const disk = mountSmallDisk(100);
afterAll(() => disk?.remove());

test.runIf(disk)('a disk is short of room below 64 MB, and says so once each way', async () => {
  const said: string[] = [];
  const room = await watchDiskRoom(disk?.folder ?? '', (line) => said.push(line));
  expect(room.isShort()).toBe(false);
  disk?.fill();
  await expect.poll(room.isShort, { timeout: 60_000 }).toBe(true);
  disk?.makeRoom();
  await expect.poll(room.isShort, { timeout: 60_000 }).toBe(false);
  room.stop();
  expect(said).toEqual([expect.stringContaining('is full'), expect.stringContaining('There is room')]);
});

test('a disk that is not there is not called full', async () => {
  expect(await freeBytes('/nowhere/at/all')).toBeUndefined();
  const room = await watchDiskRoom('/nowhere/at/all', () => undefined);
  room.stop();
  expect(room.isShort()).toBe(false);
});
