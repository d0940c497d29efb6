export const storageNeeded = 'Your browser blocks storage for this site. Allow storage and reload the page.';

// Rules sign-in-4 and sign-in-5 define these messages.
export const loginWelcome = 'Welcome back!';
export const loginFailed = 'Login failed. Please try again.';

/** The field error for a rate-limited login. The server's own message is not shown. */
export const tooManyAttempts = 'Too many attempts. Wait a moment';
