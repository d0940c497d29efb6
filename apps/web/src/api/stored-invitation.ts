/**
 * The token of an invitation that was opened in this tab: the dashboard says with it what waits, once an account is there.
 * Signing out forgets it.
 */
const storageKey = 'florin-invitation';

/** Takes the token from behind the `#` of the link, and out of the address bar and the history. */
export function takeInvitation(): void {
  const token = location.hash.slice(1);
  if (token === '') return;
  if (/^[\w-]{1,100}$/.test(token)) sessionStorage.setItem(storageKey, token);
  history.replaceState(null, '', location.pathname + location.search);
}

export const storedInvitation = (): string | null => sessionStorage.getItem(storageKey);

export const forgetInvitation = (): void => sessionStorage.removeItem(storageKey);
