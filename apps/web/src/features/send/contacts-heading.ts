/** The id of the contacts' heading, which gets the focus after a contact was removed. */
export const contactsHeadingId = 'recent-contacts';
