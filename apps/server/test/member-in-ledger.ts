import { endpoints } from '@florin/contract';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { transact } from '../src/platform/database/transact.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Returns the number of the ledger that a member's money is in. */
export const ledgerOf = ({ ledgers }: TestApp, { user }: Pick<TestMember, 'user'>): number =>
  slotOf(user.id) % ledgers.length;

/** Returns the database that a member's money is in. */
export function databaseOf(florin: TestApp, member: Pick<TestMember, 'user'>): TestApp['database'] {
  const database = florin.ledgers[ledgerOf(florin, member)];
  if (!database) throw new Error('the member has no ledger');
  return database;
}

/** Signs up until the member's money is in the ledger with this number. */
export async function memberInLedger(florin: TestApp, shard: number, name = 'Test Person'): Promise<TestMember> {
  for (;;) {
    const member = await florin.signUp(name);
    if (ledgerOf(florin, member) === shard) return florin.confirm(member);
  }
}

/** Signs up a member of this ledger, and adds this many dollars from a sandbox card. */
export async function fundedInLedger(florin: TestApp, shard: number, usd: string, name?: string): Promise<TestMember> {
  const member = await memberInLedger(florin, shard, name);
  const card = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await member.client.call(endpoints.addFunds, { body: { amount: usd, payment_method_id: card.id } });
  return member;
}

/** Closes a member's wallets like the closing of an account, so that money on its way to the member comes back. */
export async function closeWallets({ app, database }: TestApp, { user }: TestMember): Promise<void> {
  await transact(database.pool, (tx) => app.dependencies.ledger.closeAccounts(tx, user.id));
}

/** Takes a ledger's database down: ends all connections and rejects new ones. */
export async function takeDown({ database }: TestApp, ledger: TestApp['database']): Promise<void> {
  await database.ownerPool.query(`alter database ${ledger.name} allow_connections false`);
  await database.ownerPool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    ledger.name,
  ]);
}

/** Brings it up again. */
export async function bringUp({ database }: TestApp, ledger: TestApp['database']): Promise<void> {
  await database.ownerPool.query(`alter database ${ledger.name} allow_connections true`);
}
