import type { BodyOf, Endpoints, InvoiceSettings } from '@florin/contract';
import type { TaxRounding } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lastToDo, recordOwnAct } from '../businesses/index.ts';
import { assertStillSignedIn, recordChange, type SignedIn } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';
import type { PaperSettings } from '../statements/index.ts';
import { printedNumber, type InvoiceContent } from './invoice.ts';

type Row = {
  prefix: string;
  rounding: TaxRounding | null;
  next_number: number | null;
  address: string[] | null;
  tax_number: string | null;
  hosts: string[] | null;
  auto_remind: boolean | null;
};

/** A party without settings numbers by the UTC year: `2026-0001`. */
const usedPrefix = `coalesce(t.prefix, extract(year from now() at time zone 'UTC')::int || '-')`;

/** Returns the party's settings, or the defaults. */
export async function readSettings(database: Queryable, ownerId: string): Promise<InvoiceSettings> {
  const { rows } = await database.query<Row>(
    `select ${usedPrefix} as prefix, s.rounding, s.next_number, t.address, t.tax_number, t.hosts, t.auto_remind
     from (select $1::uuid as id) owner
     left join invoice_settings t on t.owner_id = owner.id
     left join invoice_series s on s.owner_id = owner.id and s.prefix = ${usedPrefix}`,
    [ownerId],
  );
  if (!rows[0]) throw new Error('The query for invoice settings returned no row.');
  const { prefix, rounding, next_number: next, address, tax_number, hosts, auto_remind } = rows[0];
  return {
    prefix,
    rounding: rounding ?? 'total',
    address: address ?? [],
    tax_number,
    auto_remind: auto_remind ?? false,
    hosts: hosts ?? [],
    next_number: printedNumber(prefix, next ?? 1),
  };
}

/**
 * Replaces the party's settings. A prefix that was used before continues its numbers. Errors: `not_signed_in` if the session
 * ended meanwhile, because a registered host would outlive a password reset.
 */
export async function changeSettings(
  pool: Pool,
  member: SignedIn,
  { prefix, rounding, address, tax_number, auto_remind, hosts }: BodyOf<Endpoints['changeInvoiceSettings']>,
): Promise<InvoiceSettings> {
  const { id: ownerId } = member;
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    const { hosts: former } = await readSettings(tx, ownerId);
    await recordOwnAct(tx, member, 'Changed the invoice settings');
    for (const host of new Set(hosts).difference(new Set(former))) await recordOwnAct(tx, member, registered, host);
    await tx.query(
      `insert into invoice_settings (owner_id, prefix, address, tax_number, hosts, auto_remind)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (owner_id) do update set prefix = excluded.prefix, address = excluded.address,
         tax_number = excluded.tax_number, hosts = excluded.hosts, auto_remind = excluded.auto_remind`,
      [ownerId, prefix, address, tax_number, hosts, auto_remind],
    );
    await tx.query(
      `insert into invoice_series (owner_id, prefix, rounding) values ($1, $2, $3)
       on conflict (owner_id, prefix) do update set rounding = excluded.rounding`,
      [ownerId, prefix, rounding],
    );
  });
  return readSettings(pool, ownerId);
}

const registered = 'Registered a host for return addresses';

/**
 * Removes the hosts that a person registered, including hosts of businesses, after a password reset, because a stranger
 * may lead payers there. Hosts without a recorded person count as registered by each owner and admin.
 */
export async function removeHostsOf(tx: Queryable, personId: string): Promise<void> {
  const doers = await lastToDo(tx, registered, personId);
  const { rows } = await tx.query<{ owner_id: string; hosts: string[]; leads: boolean }>(
    `select owner_id, hosts, owner_id = $1 or owner_id in
       (select business_id from business_roles where person_id = $1 and role in ('owner', 'admin')) as leads
     from invoice_settings where owner_id = any ($2) or owner_id = $1
       or owner_id in (select business_id from business_roles where person_id = $1)
     for update`,
    [personId, doers.map(({ businessId }) => businessId)],
  );
  for (const { owner_id: ownerId, hosts, leads } of rows) {
    const isForeign = (host: string) => {
      const doer = doers.find(({ businessId, about }) => businessId === ownerId && about === host);
      return doer ? doer.personId !== personId : !leads;
    };
    const kept = hosts.filter(isForeign);
    if (kept.length === hosts.length) continue;
    await tx.query('update invoice_settings set hosts = $2 where owner_id = $1', [ownerId, kept]);
    await recordChange(tx, [ownerId], 'account');
    if (ownerId === personId) await mailRemovedHosts(tx, personId); // a business gets one mail about all of it
  }
}

/** The text leaves out the hosts, because a stranger may have chosen them and mail programs turn them into links. */
async function mailRemovedHosts(tx: Queryable, personId: string): Promise<void> {
  const { rows } = await tx.query<{ email: string }>('select email from people where id = $1', [personId]);
  for (const { email } of rows)
    await queueMail(tx, {
      to: email,
      subject: 'Your hosts for return addresses were removed',
      body: 'Your password was reset, so a stranger may have registered the hosts that your payers return to. Register yours again in the invoice settings.',
    });
}

export type SeriesNumber = { readonly prefix: string; readonly number: number; readonly rounding: TaxRounding };

/**
 * Takes the next number of the party's series. The series stays locked until the transaction ends, and a rollback
 * releases the number, so the numbers have no gap.
 */
export async function takeNumber(tx: Queryable, ownerId: string): Promise<SeriesNumber> {
  const { rows } = await tx.query<SeriesNumber>(
    `insert into invoice_series as s (owner_id, prefix, rounding, next_number)
     select owner.id, ${usedPrefix}, 'total', 2
     from (select $1::uuid as id) owner left join invoice_settings t on t.owner_id = owner.id
     on conflict (owner_id, prefix) do update set next_number = s.next_number + 1
     returning prefix, next_number - 1 as number, rounding`,
    [ownerId],
  );
  if (!rows[0]) throw new Error('The series of an invoice has no number.');
  return rows[0];
}

type Mode = PaperSettings['mode'];

/**
 * Returns whether the public page may lead to a URL. The URL must be on a registered host, or in a sandbox on the
 * developer's machine.
 */
export const mayLeadTo = (url: string, hosts: readonly string[], mode: Mode): boolean =>
  isLocal(url) ? mode === 'sandbox' : URL.canParse(url) && hosts.includes(new URL(url).host);

/** The contract accepts plain http only for localhost. */
const isLocal = (url: string) => URL.canParse(url) && new URL(url).protocol === 'http:';

/**
 * Rejects a URL to which the public page may not lead. Errors: `host_not_registered`, `invalid_request` for http in
 * live mode.
 */
export async function assertMayLeadTo(
  database: Queryable,
  ownerId: string,
  { successUrl: url }: Pick<InvoiceContent, 'successUrl'>,
  mode: Mode,
): Promise<void> {
  if (url === undefined) return;
  const { hosts } = await readSettings(database, ownerId);
  if (mayLeadTo(url, hosts, mode)) return;
  if (isLocal(url)) {
    const sentence = 'Use an https address. Only a sandbox leads to http://localhost.';
    throw new Refusal('invalid_request', sentence, { fields: { success_url: sentence } });
  }
  const sentence = 'This address is not on one of your registered hosts. Add its host in the invoice settings first.';
  throw new Refusal('host_not_registered', sentence, { fields: { success_url: sentence } });
}
