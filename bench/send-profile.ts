/**
 * Shows the time that PostgreSQL spends on each statement of a send, including statements inside the ledger's
 * functions. Uses PostgreSQL's own statistics under load. The statistics themselves cost a little time.
 *
 *   npm run florin -- bench profile        SECONDS=20 RIDERS=2000 CONNECTIONS=64
 */
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print } from './figures.ts';
import { measure } from './measure.ts';
import { setting, startProduct } from './settings.ts';

const [seconds, crowdSize, connections] = [
  setting('SECONDS', 20),
  setting('RIDERS', 2_000),
  setting('CONNECTIONS', 64),
];
const port = 4711;

const server = await startBenchServer({ preload: 'pg_stat_statements' });
const { ownerPool, ...database } = await createProductDatabase(server, 'bench');
await ownerPool.query('create extension pg_stat_statements');
await ownerPool.query(`alter database bench set pg_stat_statements.track = 'all'`);
const riders = await gatherCrowd(ownerPool, database.address, crowdSize);
const product = await startProduct({ ownerPool, ...database }, port);
try {
  await waitForHistory(ownerPool);
  const send = () => measure({ port, what: 'send', connections, seconds, riders });
  await send();
  await ownerPool.query('select pg_stat_statements_reset()');
  const { perSecond, answered } = await send();
  const { rows } = await ownerPool.query<{ ms: number; calls: bigint; inside: boolean; text: string }>(
    `select total_exec_time as ms, calls, not toplevel as inside, regexp_replace(query, '\\s+', ' ', 'g') as text
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     order by total_exec_time desc limit 24`,
  );
  print(`${perSecond.toFixed(0)} sends/s, load ${load()}; µs per send, sends per call:`);
  for (const { ms, calls, inside, text } of rows)
    print(
      `${((ms * 1_000) / answered).toFixed(1).padStart(7)} ${(answered / Number(calls)).toFixed(1).padStart(6)}  ` +
        `${inside ? '  inside: ' : ''}${text.trim().slice(0, 110)}`,
    );
} finally {
  await stopChild(product);
  await server.stop();
}
