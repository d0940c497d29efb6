export type MailSearch = { to?: string };

/** `/sandbox?to=ines@example.com`: whose mails are shown. */
export const readMailSearch = ({ to }: { to?: unknown }): MailSearch => (typeof to === 'string' ? { to } : {});
