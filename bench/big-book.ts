import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { JournalEntry } from '../apps/server/src/ledger/index.ts';
import { openLedger } from '../apps/server/src/ledger/index.ts';
import { postBatch } from '../apps/server/src/ledger/post-batch.ts';
import { openPool, type Pool } from '../apps/server/src/platform/database/pool.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { Rider } from './crowd.ts';

/** The ledger's maximum of entries per call. */
const batchSize = 4_095;
const chunk = 10_000;
/** The share of members who have sent money. Each sender has about three accounts, including the allowances. */
const shareOfSenders = 0.1;
const opening = 1_000_000_00n;

/**
 * Fills a new database with members, each with a wallet and an opening deposit. Adds sends between the members up to
 * the number of postings. All money goes through the ledger's own function, in its largest batches.
 *
 * @returns signed-in members who have sent and received
 */
export async function writeBook(
  database: BenchDatabase,
  size: { readonly members: number; readonly postings: number; readonly riders: number },
): Promise<Rider[]> {
  const pool = openPool(database.address);
  const ledger = openLedger(pool);
  await ledger.registerAssets(['USD', 'EUR', 'GBP'], 2);
  const [clearing, fees] = [await ledger.houseId('card-clearing', 'USD'), await ledger.houseId('fees', 'USD')];
  const members = await openMembers(database.ownerPool, pool, size.members);
  await inBatches(pool, members.length, (i) => deposit(members[i], clearing));

  const senders = members.slice(0, Math.max(2, Math.floor(members.length * shareOfSenders), size.riders));
  const sends = Math.max(0, Math.ceil((size.postings - 2 * members.length) / 4));
  await inBatches(pool, sends, (i) => {
    const from = i % senders.length;
    return send(senders[from], senders[(from + 1 + (i % 8)) % senders.length], fees);
  });
  const riders = await signIn(database.ownerPool, senders.slice(0, size.riders));
  await pool.end();
  await database.ownerPool.query('vacuum analyze');
  return riders;
}

type MemberOfBook = { readonly id: string; readonly email: string; readonly wallet: bigint };

async function openMembers(ownerPool: Pool, pool: Pool, count: number): Promise<MemberOfBook[]> {
  const members: MemberOfBook[] = [];
  while (members.length < count) {
    const from = members.length;
    const ids = Array.from({ length: Math.min(chunk, count - from) }, () => randomUUID());
    const emails = ids.map((_, i) => `rider${from + i}@florin.example`);
    await ownerPool.query(
      `with member as (
         insert into users (id, email, name, password_hash, kyc_level, plan, email_confirmed_at)
         select id, email, 'Rider', 'none', 2, 'business', now() from unnest($1::uuid[], $2::text[]) r (id, email)
       )
       insert into notification_preferences (user_id, email, push)
       select id, false, false from unnest($1::uuid[], $2::text[]) r (id, email)`,
      [ids, emails],
    );
    const { rows } = await pool.query<{ wallets: bigint[] }>(
      `select ledger.open_accounts($1::uuid[], 'wallet', $2::text[]) as wallets`,
      [ids, ids.map(() => 'USD')],
    );
    for (const [i, id] of ids.entries())
      members.push({ id, email: emails[i] ?? '', wallet: rows[0]?.wallets[i] ?? 0n });
  }
  return members;
}

async function inBatches(pool: Pool, count: number, entryAt: (i: number) => JournalEntry) {
  for (let from = 0; from < count; from += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => entryAt(from + i));
    const outcomes = await postBatch(pool, batch, (from / batchSize) % 16);
    const odd = outcomes.find(({ outcome }) => outcome !== 'posted');
    if (odd) throw new Error(`the ledger answered ${odd.outcome} instead of posted`);
  }
}

const entryOf = (
  actor: string,
  content: Pick<JournalEntry, 'kind' | 'metadata' | 'postings' | 'draws'>,
): JournalEntry => ({
  key: randomUUID(),
  requestHash: 0n,
  actor,
  ...content,
});

function deposit(member: MemberOfBook | undefined, clearing: bigint): JournalEntry {
  if (!member) throw new Error('the member is missing');
  return entryOf(member.id, {
    kind: 'deposit',
    metadata: { method: 'Visa •••• 4242' },
    postings: [
      { account: clearing, units: -opening },
      { account: member.wallet, units: opening },
    ],
  });
}

function send(from: MemberOfBook | undefined, to: MemberOfBook | undefined, fees: bigint): JournalEntry {
  if (!from || !to) throw new Error('the member is missing');
  return entryOf(from.id, {
    kind: 'send',
    metadata: { recipient: to.id, fee: '2', note: 'lunch' },
    postings: [
      { account: from.wallet, units: -102n },
      { account: to.wallet, units: 100n },
      { account: fees, units: 2n },
    ],
    draws: [{ owner: from.id, kind: 'outflow', slot: 'ever', units: 100n, limit: 100_000_000_00n }],
  });
}

async function signIn(ownerPool: Pool, members: readonly MemberOfBook[]): Promise<Rider[]> {
  const riders = members.map(({ id, email }) => ({ id, email, token: randomBytes(32).toString('base64url') }));
  await ownerPool.query(
    `insert into sessions (token_hash, user_id, remembered, expires_at)
     select token_hash, id, false, now() + interval '12 hours' from unnest($1::bytea[], $2::uuid[]) r (token_hash, id)`,
    [riders.map(({ token }) => hash('sha256', token, 'buffer')), riders.map(({ id }) => id)],
  );
  return riders;
}
