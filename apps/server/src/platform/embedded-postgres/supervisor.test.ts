import { expect, test } from 'vitest';
import { supervise } from './supervisor.ts';

/** A number that no process has. */
const nobody = 2 ** 30;

test('an engine that died on a full disk is started again when there is room, and not tried before', async () => {
  const said: string[] = [];
  const seen = { launches: 0, looks: 0 };
  supervise(
    { pid: nobody, exited: Promise.resolve('exit code 1') },
    async () => {
      seen.launches += 1;
      if (seen.launches === 1) throw new Error('No space left on device');
      return { pid: nobody, exited: new Promise(() => undefined) };
    },
    (line) => said.push(line),
    async () => {
      seen.looks += 1;
      expect(seen.launches).toBe(1);
      return seen.looks < 3;
    },
  );
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual({ launches: 2, looks: 3 });
  await expect.poll(() => said.at(-1)).toContain('PostgreSQL is back');
});
