export { contactRoutes } from './routes.ts';
export { openContacts, type Contacts } from './remember-contact.ts';
export { addContact } from './add-contact.ts';
export { changeContact, findContact, findHolder, listSentTo } from './contact-store.ts';
export { countLookUp } from './count-look-up.ts';
export { personalContacts } from './personal-part.ts';
