/**
 * The token of the invitation that was opened in this tab. The dashboard uses the token to show the waiting money.
 * Signing out deletes the token.
 */
const storageKey = 'florin-invitation';

/** Moves the token from the URL's hash to the storage, so the token disappears from the address bar and the history. */
export function takeInvitation(): void {
  const token = location.hash.slice(1);
  if (token === '') return;
  if (/^[\w-]{1,100}$/.test(token)) sessionStorage.setItem(storageKey, token);
  history.replaceState(null, '', location.pathname + location.search);
}

export const storedInvitation = (): string | null => sessionStorage.getItem(storageKey);

export const forgetInvitation = (): void => sessionStorage.removeItem(storageKey);
