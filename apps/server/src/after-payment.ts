import type { AfterPayment } from './features/approvals/index.ts';
import type { Contacts } from './features/contacts/index.ts';
import type { People } from './features/identity/index.ts';
import { announcePaidRequest } from './features/requests/index.ts';

type Dependencies = Parameters<typeof announcePaidRequest>[0] & {
  readonly people: People;
  readonly contacts: Contacts;
};

/** Runs the follow-up of an approved payment, which equals the follow-up of a payment without approvals. */
export const afterPayment =
  (dependencies: Dependencies): AfterPayment =>
  async (businessId, { metadata: { recipient, request } }) => {
    if (recipient === undefined) return; // a withdrawal
    const person = (await dependencies.people.byIds(businessId, [recipient])).get(recipient);
    if (person) await dependencies.contacts.remember(businessId, person);
    if (request !== undefined) await announcePaidRequest(dependencies, request, businessId);
  };
