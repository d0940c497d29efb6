import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { standStill } from './ledger/index.ts';
import { takeSnapshot, type Cut } from './platform/backup/index.ts';
import type { Pool } from './platform/database/pool.ts';
import { sqlState } from './platform/database/transact.ts';

/** The name of a ledger's file, which is next to the main ledger's file. */
export const fileOf = (file: string, ledger: number): string => (ledger === 0 ? file : `${file}.${ledger}`);

export type LedgerSnapshot = { readonly client: PoolClient; readonly cut: Cut | undefined };

/**
 * lock_not_available, for example when a payment between two ledgers has the lock of one and waits for the lock of the
 * other.
 */
const lockNotAvailable = '55P03';
const lockTimeoutMs = 500;
const attempts = 60;

/**
 * Takes a snapshot of each ledger, all at one moment at which nothing is posted anywhere. So every payment that one
 * ledger has received is also in the ledger that sent it. Payments wait for a few milliseconds.
 */
export async function snapshotsOf(owners: readonly Pool[]): Promise<LedgerSnapshot[]> {
  const [main] = owners;
  if (!main) return [];
  if (owners.length === 1) return [{ client: await takeSnapshot(main), cut: undefined }];
  const id = randomUUID();
  const clients = await whileNothingIsPosted(owners, () => allOrNone(owners.map(takeSnapshot)));
  return clients.map((client, place) => ({ client, cut: { id, place, databases: owners.length } }));
}

async function whileNothingIsPosted<Result>(owners: readonly Pool[], work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const lockers = await allOrNone(owners.map((owner) => owner.connect()));
    try {
      for (const locker of lockers) {
        await locker.query('begin');
        await locker.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await standStill(locker);
      }
      return await work();
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || attempt === attempts) throw error;
    } finally {
      for (const locker of lockers) locker.release(true);
    }
    await sleep(Math.random() * lockTimeoutMs); // lets those post who waited
  }
}

async function allOrNone(opening: readonly Promise<PoolClient>[]): Promise<PoolClient[]> {
  const opened = await Promise.allSettled(opening);
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (!failed) return clients;
  for (const client of clients) client.release(true);
  throw failed.reason;
}
