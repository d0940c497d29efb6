export const storageNeeded =
  'Signing in needs the storage of your browser. Allow it for this site and load the page again.';

// The messages of rules sign-in-4 and sign-in-5.
export const loginWelcome = 'Welcome back!';
export const loginFailed = 'Login failed. Please try again.';

/** At the field; in our words, as the server's own are not shown. */
export const tooManyAttempts = 'Too many attempts. Wait a moment';
