import type { Pool } from '../apps/server/src/platform/database/pool.ts';

/** Creates the baseline's tables with the necessary indexes, and fills the tables with the same members. */
export async function createNaiveTables(ownerPool: Pool) {
  await ownerPool.query(`
    create schema naive;
    create table naive.users (id uuid primary key, email text not null unique);
    create table naive.sessions (token_hash bytea primary key, user_id uuid not null references naive.users,
                                 expires_at timestamptz not null);
    create table naive.wallets (user_id uuid primary key references naive.users,
                                balance bigint not null check (balance >= 0)) with (fillfactor = 60);
    create table naive.transactions (id uuid primary key, user_id uuid not null references naive.users,
                                     type text not null, amount bigint not null, fee bigint not null,
                                     other_id uuid not null, note text, created_at timestamptz not null default now());
    create index on naive.transactions (user_id, created_at);
    create table naive.idempotency_keys (user_id uuid not null, key text not null, primary key (user_id, key));
    insert into naive.users select id, email from public.users;
    insert into naive.sessions select token_hash, user_id, expires_at from public.sessions;
    insert into naive.wallets select id, 100000000 from naive.users;
    analyze;
  `);
}
