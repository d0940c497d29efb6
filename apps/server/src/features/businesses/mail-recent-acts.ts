import { containsLink } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail, shortSenderOf } from '../mail/index.ts';

const days = 30;
/** The number of shown acts of each kind, so that many acts of one kind cannot hide another kind. */
const shownActs = 3;
const address = /[\w.+-]+@[\w.-]+/g;

type Kind = { readonly business_id: string; readonly did: string; readonly count: number; readonly abouts: string[] };

/**
 * Mails each business the acts of a person there within 30 days, because a stranger may have had the password. The mail
 * goes to the business's address and to its other owners and admins. Nothing is undone: without a rule that the person
 * changed, payments could need fewer approvals.
 */
export async function mailRecentActs(tx: Queryable, personId: string): Promise<void> {
  const { rows } = await tx.query<Kind>(
    `select a.business_id, a.did, count(*)::int as count, array_agg(a.about order by a.id desc) as abouts
     from business_acts a join people b on b.id = a.business_id and b.disabled_at is null
     where a.person_id = $1 and a.at > now() - make_interval(days => $2)
     group by a.business_id, a.did order by a.business_id, max(a.id) desc`,
    [personId, days],
  );
  const { rows: people } = await tx.query<{ name: string; email: string }>(
    'select name, email from people where id = $1',
    [personId],
  );
  const [person] = people;
  if (!person) return;
  for (const [businessId, kinds] of Map.groupBy(rows, (row) => row.business_id))
    for (const to of await addressesOf(tx, businessId, personId))
      await queueMail(tx, {
        to,
        subject: 'Check what a person did in your business',
        body: [
          `The password of ${shortSenderOf(person)} was reset by email, so a stranger may have used it. In the last ${days} days, this person did the following in your business. Undo what is wrong, such as payment rules that ask for fewer approvals.`,
          ...kinds.map(sentenceOf),
          'Hosts for return addresses that this person registered were removed. What this person proposed and is still open was withdrawn, and approvals of what is still open were taken back. The list of who did what has the details.',
        ].join('\n\n'),
      });
}

async function addressesOf(tx: Queryable, businessId: string, personId: string): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from people where id = $1
     union select person_email from business_roles
           where business_id = $1 and person_id <> $2 and role in ('owner', 'admin')`,
    [businessId, personId],
  );
  return rows.map(({ email }) => email);
}

/** `Added a contact (4 times): Hana, hana@florin.example` */
function sentenceOf({ did, count, abouts }: Kind): string {
  const shown = [...new Set(abouts)]
    .filter((about) => about !== '' && !containsLink(about.replaceAll(address, '')))
    .slice(0, shownActs);
  const times = count === 1 ? did : `${did} (${count} times)`;
  return shown.length === 0 ? times : `${times}: ${shown.join('; ')}`;
}
