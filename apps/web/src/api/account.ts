import { handleIn, inBusiness } from '../paths.ts';

/**
 * The business that this document shows, by its handle in the address. Undefined for the person's own account. The
 * handle is read once: navigation stays within the account, and another account loads another document.
 */
export const account: string | undefined = handleIn(location.pathname);

/** The header of calls for the business. */
export const accountHeaders: Readonly<Record<string, string>> =
  account === undefined ? {} : { 'florin-account': account };

/** Returns the address of a screen in this account. */
export const inAccount = (path: string): string => (account === undefined ? path : inBusiness(account, path));

/** Returns the storage key of a value that belongs to this account. A person's own account has the plain name. */
export const accountKey = (name: string): string => (account === undefined ? name : `${name}@${account}`);

/** Deletes a value of every account, at the end of the session. */
export function forgetInEveryAccount(storage: Storage, name: string): void {
  storage.removeItem(name);
  storage.removeItem(accountKey(name));
  for (const key of Object.keys(storage)) if (key.startsWith(`${name}@`)) storage.removeItem(key);
}
