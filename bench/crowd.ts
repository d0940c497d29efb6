import { hash, randomBytes, randomUUID } from 'node:crypto';
import { amountOf } from '@florin/money';
import { openLedger, type Ledger } from '../apps/server/src/ledger/index.ts';
import { openPool, type DatabaseAddress, type Pool } from '../apps/server/src/platform/database/pool.ts';

/** A member for load tests: verified, signed in, with money. */
export type Rider = { readonly id: string; readonly email: string; readonly token: string };

/** Opening balance in cents, enough for the sends of every run. */
const openingUnits = 1_000_000_00n;

/**
 * Creates signed-in members with full wallets. Writes the members directly into the tables, but posts their money
 * through the ledger.
 *
 * @param further the databases of further ledgers
 */
export async function gatherCrowd(
  ownerPool: Pool,
  address: DatabaseAddress,
  size: number,
  further: readonly DatabaseAddress[] = [],
): Promise<Rider[]> {
  const riders = Array.from({ length: size }, (_, i) => ({
    id: randomUUID(),
    email: `rider${i}@florin.example`,
    token: randomBytes(32).toString('base64url'),
  }));
  await ownerPool.query(
    `with rider as (select * from unnest($1::uuid[], $2::text[], $3::bytea[]) r (id, email, token_hash)),
     member as (
       insert into users (id, email, name, password_hash, kyc_level, plan, email_confirmed_at)
       select id, email, 'Rider', 'none', 2, 'business', now() from rider
     ),
     quiet as (
       insert into notification_preferences (user_id, email, push) select id, false, false from rider
     )
     insert into sessions (token_hash, user_id, remembered, expires_at)
     select token_hash, id, false, now() + interval '12 hours' from rider`,
    [
      riders.map((rider) => rider.id),
      riders.map((rider) => rider.email),
      riders.map((rider) => hash('sha256', rider.token, 'buffer')),
    ],
  );
  const [pool, ...others] = [address, ...further].map((one) => openPool(one));
  if (!pool) throw new Error('there is no database');
  const ledger = openLedger(pool, others);
  await ledger.registerAssets(['USD', 'EUR', 'GBP'], 2);
  const clearing = await ledger.houseId('card-clearing', 'USD');
  await Promise.all(riders.map(({ id }) => deposit(ledger, { clearing, id, units: openingUnits })));
  await Promise.all([pool, ...others].map((one) => one.end()));
  await ownerPool.query('vacuum analyze');
  return riders;
}

/** Posts a deposit of US cents from a card. */
export async function deposit(
  ledger: Ledger,
  { clearing, id, units }: { readonly clearing: bigint; readonly id: string; readonly units: bigint },
): Promise<void> {
  const amount = amountOf('USD', units);
  const wallet = await ledger.walletId(id, 'USD');
  await ledger.post(
    {
      key: randomUUID(),
      requestHash: 0n,
      actor: id,
      kind: 'deposit',
      metadata: { method: 'Visa •••• 4242' },
      postings: [
        { account: clearing, units: -amount.units },
        { account: wallet, units: amount.units },
      ],
    },
    { insufficient: () => new Error('a deposit cannot be insufficient') as never },
  );
}
