export const storageNeeded =
  'Signing in needs the storage of your browser. Allow it for this site and load the page again.';

// The specification's messages (sections 8 and 9).
export const loginWelcome = 'Welcome back!';
export const loginFailed = 'Login failed. Please try again.';

/** At the field; in our words, as the server's own are not shown. */
export const tooManyAttempts = 'Too many attempts. Wait a moment';
