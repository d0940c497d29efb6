import type { Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';

type Dependencies = { readonly pool: Queryable; readonly ledger: Pick<Ledger, 'booksOf'> };

/** The recipient of an outgoing payment: an address, or one of the business's own bank accounts. */
export type Recipient = { readonly email: string } | { readonly methodId: string };

/** Returns whether the business has paid this address, or withdrawn to this bank account, before. */
export async function isKnownRecipient(
  dependencies: Dependencies,
  businessId: string,
  recipient: Recipient,
): Promise<boolean> {
  const isKnown = await knownAmong(dependencies, businessId, [recipient]);
  return isKnown(recipient);
}

/** Returns which of these recipients the business has paid before. */
export async function knownAmong(
  { pool, ledger }: Dependencies,
  businessId: string,
  recipients: readonly Recipient[],
): Promise<(recipient: Recipient) => boolean> {
  const emails = recipients.flatMap((one) => ('email' in one ? [one.email] : []));
  const methods = recipients.flatMap((one) => ('methodId' in one ? [one.methodId] : []));
  const [paid, paidOut] = await Promise.all([
    paidAddresses(pool, businessId, emails),
    paidAccounts(ledger, businessId, methods),
  ]);
  return (recipient) => ('email' in recipient ? paid.has(recipient.email) : paidOut.has(recipient.methodId));
}

async function paidAddresses(pool: Queryable, businessId: string, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const { rows } = await pool.query<{ email: string }>(
    'select email from contact_names where user_id = $1 and email = any ($2) and sent_to is not null',
    [businessId, emails],
  );
  return new Set(rows.map(({ email }) => email));
}

/** A withdrawal does not count if it is pending, was canceled or came back. */
async function paidAccounts(
  ledger: Dependencies['ledger'],
  businessId: string,
  methods: readonly string[],
): Promise<Set<string>> {
  if (methods.length === 0) return new Set();
  const books = await ledger.booksOf(businessId);
  const { rows } = await books.query<{ method: string }>(
    `select distinct started.metadata ->> 'method_id' as method from member_books.accounts a
     join member_books.holds h on h.account_id = a.id
     join member_books.entries started on started.id = h.id and started.metadata ->> 'method_id' = any ($2)
     join member_books.entries ended on ended.id = h.ended_by and ended.kind = 'withdrawal'
     where a.owner = $1`,
    [businessId, [...new Set(methods)]],
  );
  return new Set(rows.map(({ method }) => method));
}

/** The recipient of a payment by its entry: without an address it is a withdrawal. */
export const recipientOf = (
  email: string | undefined,
  { metadata }: { readonly metadata: Readonly<Record<string, string | undefined>> },
): Recipient => (email === undefined ? { methodId: metadata['method_id'] ?? '' } : { email });
