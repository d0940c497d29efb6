/** The heading of the contacts, which also takes the focus when a contact goes. */
export const contactsHeadingId = 'recent-contacts';
