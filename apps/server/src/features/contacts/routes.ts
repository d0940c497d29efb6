import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { routesFor } from '../../platform/http/route.ts';
import { recordOwnAct } from '../businesses/index.ts';
import { recordChange } from '../identity/index.ts';
import type { People, SignedIn } from '../identity/index.ts';
import { addContact } from './add-contact.ts';
import { changeContact, deleteContact, listContacts, subjectOf } from './contact-store.ts';
import type { Contacts } from './remember-contact.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly people: People;
  readonly contacts: Contacts;
  readonly rateLimits: boolean;
};

const route = routesFor<SignedIn>();

export function contactRoutes(dependencies: Dependencies) {
  const { pool, contacts } = dependencies;
  return [
    route(endpoints.listContacts, ({ member }) => listContacts(pool, member.id)),
    route(endpoints.addContact, ({ member, body }) => addContact(dependencies, member, body)),
    route(endpoints.changeContact, ({ member, params, body }) =>
      transact(pool, async (tx) => {
        const contact = await changeContact(tx, member.id, params.id, body);
        if (body.name !== undefined) await recordOwnAct(tx, member, 'Renamed a contact', subjectOf(contact));
        await recordChange(tx, [member.id], 'contacts');
        return contact;
      }),
    ),
    route(endpoints.removeContact, async ({ member, params }) => {
      const email = await transact(pool, async (tx) => {
        const removed = await deleteContact(tx, member.id, params.id);
        await recordOwnAct(tx, member, 'Removed a contact', removed);
        await recordChange(tx, [member.id], 'contacts');
        return removed;
      });
      contacts.forget(member.id, email);
      return undefined;
    }),
  ];
}
