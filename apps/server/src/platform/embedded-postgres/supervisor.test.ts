import { expect, test } from 'vitest';
import { supervise } from './supervisor.ts';

/** A process id that no process has. */
const noProcess = 2 ** 30;

test('restarts an engine that stopped on a full disk only after space is free', async () => {
  const logged: string[] = [];
  const seen = { launches: 0, diskChecks: 0 };
  supervise(
    { pid: noProcess, exited: Promise.resolve('exit code 1') },
    async () => {
      seen.launches += 1;
      if (seen.launches === 1) throw new Error('No space left on device');
      return { pid: noProcess, exited: new Promise(() => undefined) };
    },
    (line) => logged.push(line),
    async () => {
      seen.diskChecks += 1;
      expect(seen.launches).toBe(1);
      return seen.diskChecks < 3;
    },
  );
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual({ launches: 2, diskChecks: 3 });
  await expect.poll(() => logged.at(-1)).toContain('PostgreSQL is running again');
});
