/** The addresses of the screens there are (specification, section 2). */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  send: '/send',
  buy: '/buy-crypto',
  sell: '/sell-crypto',
  coin: '/crypto/$symbol',
  transactions: '/transactions',
  profile: '/profile',
  receive: '/receive',
  kyc: '/kyc',
  pay: '/pay/$email',
  confirmEmail: '/confirm-email',
  confirmEmailChange: '/confirm-email-change',
  sandbox: '/sandbox',
  operations: '/operations',
} as const;

/** Addresses whose pages are documents of their own (landing.html, entry.html) and no part of the app's. */
export const isOwnDocument = (href: string): boolean =>
  /^\/(?:(?:login|signup|forgot-password|reset-password)(?:[/?#]|$)|[?#]|$)/i.test(href);
