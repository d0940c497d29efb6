import { assertAllNamed, assertAllOwn } from '../claim-ledgers.ts';
import { parseConfig } from '../config.ts';
import { findingsIn, sweepBetweenLedgers } from '../ledger/index.ts';
import { joinInstallation } from '../open-database.ts';
import { openOwners } from '../open-ledgers.ts';
import type { Pool } from '../platform/database/pool.ts';
import { Mismatch, type Terminal } from './command-problem.ts';

type Finding = {
  readonly invariant: string;
  readonly account?: bigint | null;
  readonly entry?: bigint | null;
  readonly found: string;
};

/** Prints the findings of the sweep in each ledger and between ledgers, and names the rows. */
export async function sweepAll({ env, print, note }: Terminal): Promise<void> {
  const config = parseConfig(env);
  const database = await joinInstallation(config, note);
  const further = openOwners(config, 2);
  const pools = [database.ownerPool, ...further.map(({ ownerPool }) => ownerPool)];
  try {
    await assertAllNamed(database.ownerPool, config);
    await assertAllOwn(database.ownerPool, further, config);
    let found = 0;
    for (const [ledger, pool] of pools.entries()) found += report(print, `Ledger ${ledger}`, await findingsIn(pool));
    if (pools.length > 1) found += report(print, 'Between the ledgers', await between(pools));
    if (found > 0) throw new Mismatch('The books are not clean. See docs/operate/incidents.md.');
  } finally {
    await Promise.all([database.close(), ...further.map(({ ownerPool }) => ownerPool.end())]);
  }
}

const between = async (pools: readonly Pool[]): Promise<Finding[]> =>
  (await sweepBetweenLedgers(pools)).map(({ entryId, ...finding }) => ({ ...finding, entry: entryId ?? null }));

function report(print: Terminal['print'], where: string, findings: readonly Finding[]): number {
  print(
    `${where}: ${findings.length === 0 ? 'clean' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`}`,
  );
  for (const { invariant, account, entry, found } of findings) {
    const rows = [entry && `entry ${entry}`, account && `account ${account}`].filter((row) => row);
    print(`  ${[invariant, ...rows, found].join(': ')}`);
  }
  return findings.length;
}
