import type { Queryable } from '../../platform/database/pool.ts';

/** Returns those of the addresses that a business has paid before. */
export async function knownRecipients(
  database: Queryable,
  businessId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ email: string }>(
    'select email from contact_names where user_id = $1 and email = any ($2) and sent_to is not null',
    [businessId, emails],
  );
  return new Set(rows.map(({ email }) => email));
}
