import { existsSync } from 'node:fs';
import type { BenchServer } from './bench-database.ts';
import { run } from './child.ts';

/**
 * Prepares pgbench's tpcb-like at scale 10 with prepared statements and 16 clients, on the same server. The returned
 * function runs pgbench and returns the transactions per second.
 */
export async function preparePgbench(
  { host, port, user, createDatabase }: BenchServer,
  seconds: number,
): Promise<() => Promise<number>> {
  const program =
    ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find((file) => existsSync(file)) ?? 'pgbench';
  await createDatabase('pgbench');
  const where = ['-h', host, '-p', String(port), '-U', user];
  await run(program, [...where, '-i', '-q', '-s', '10', 'pgbench']);
  return async () => {
    const args = [...where, '-c', '16', '-j', '2', '-M', 'prepared', '-T', String(seconds), 'pgbench'];
    const lines = await run(program, args);
    return Number(lines.map((line) => /^tps = ([\d.]+)/.exec(line)?.[1]).find(Boolean));
  };
}
