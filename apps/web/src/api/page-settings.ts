/** Reads a setting from the page's meta elements, which the server writes. */
export const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Whether this is live mode. Everything except an explicit `live` counts as sandbox. */
export const isLive = () => setting('florin-mode') === 'live';

/** Whether the seeded demo account exists. */
export const hasDemoAccount = () => setting('florin-demo') === 'on';

/** Whether members must confirm their email address. */
export const asksToConfirm = () => setting('florin-email-confirmation') !== 'off';

/** Whether the operator provides an imprint. */
export const hasImprint = () => setting('florin-imprint') === 'on';

/** Whether this server can send mail. */
export const canMail = () => setting('florin-mail') === 'on';
