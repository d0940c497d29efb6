// The specification's messages (sections 8 and 9).
export const loginWelcome = 'Welcome back!';
export const loginFailed = 'Login failed. Please try again.';
