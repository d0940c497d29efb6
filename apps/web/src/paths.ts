/** The paths of all screens. */
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
  cardReturn: '/card-return',
  confirmEmail: '/confirm-email',
  confirmEmailChange: '/confirm-email-change',
  sandbox: '/sandbox',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  imprint: '/imprint',
  operations: '/operations',
} as const;

export const withBack = (path: string, back: string | undefined): string =>
  back === undefined ? path : `${path}?back=${encodeURIComponent(back)}`;

/**
 * Returns the login path for a session that expired on a page. From a payment page it leads back to the payment.
 * Returns undefined for the landing page and the email confirmation pages, which need no session.
 */
export function loginPathFrom({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (/^\/(?:confirm-email(?:-change)?\/?)?$/i.test(pathname)) return undefined;
  return withBack(paths.login, /^\/pay\//i.test(pathname) ? pathname + search : undefined);
}

/** Whether a path has its own document (landing.html, entry.html) instead of the app's. */
export const isOwnDocument = (href: string): boolean =>
  /^\/(?:(?:login|signup|forgot-password|reset-password)(?:[/?#]|$)|[?#]|$)/i.test(href);
