export type MailSearch = { to?: string };

/** Parses the address filter of a URL such as `/sandbox?to=ines@example.com`. */
export const readMailSearch = ({ to }: { to?: unknown }): MailSearch => (typeof to === 'string' ? { to } : {});
