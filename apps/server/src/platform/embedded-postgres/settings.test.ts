import { expect, test } from 'vitest';
import { renderSettings, sharedBuffersMegabytes } from './settings.ts';

const gigabyte = 2 ** 30;

test('sets shared_buffers to an eighth of the memory, between 128 MB and 1 GB', () => {
  expect([0.5, 1, 2, 4, 24].map((gigabytes) => sharedBuffersMegabytes(gigabytes * gigabyte))).toEqual([
    128, 128, 256, 512, 1_024,
  ]);
  expect(renderSettings('/tmp/socket', 4 * gigabyte)).toContain('\nshared_buffers = 512MB\n');
});
