/** What the server wrote into the page's meta elements. */
const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Anything but a plain yes counts as sandbox: the ribbon is missing only where the money is real. */
export const isLive = () => setting('florin-mode') === 'live';

/** Whether the seeded demo account exists. */
export const hasDemoAccount = () => setting('florin-demo') === 'on';

/** Whether an address counts only once it is confirmed. */
export const asksToConfirm = () => setting('florin-email-confirmation') !== 'off';

/** Whether this server can send mail. */
export const canMail = () => setting('florin-mail') === 'on';
