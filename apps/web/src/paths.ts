/** The addresses of all screens. */
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
  notifications: '/notifications',
  profile: '/profile',
  receive: '/receive',
  kyc: '/kyc',
  pay: '/pay/$email',
  confirmEmail: '/confirm-email',
  confirmEmailChange: '/confirm-email-change',
  sandbox: '/sandbox',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  operations: '/operations',
} as const;

export const withBack = (path: string, back: string | undefined): string =>
  back === undefined ? path : `${path}?back=${encodeURIComponent(back)}`;

/**
 * Where a session that has run out leads: to the login page, and from there back to a payment, as for whoever opens its
 * link signed out. Nowhere from the landing page and from the links that confirm an address: they need no session.
 */
export function wayToLogin({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (/^\/(?:confirm-email(?:-change)?\/?)?$/i.test(pathname)) return undefined;
  return withBack(paths.login, /^\/pay\//i.test(pathname) ? pathname + search : undefined);
}

/** Addresses whose pages are documents of their own (landing.html, entry.html) and no part of the app's. */
export const isOwnDocument = (href: string): boolean =>
  /^\/(?:(?:login|signup|forgot-password|reset-password)(?:[/?#]|$)|[?#]|$)/i.test(href);
