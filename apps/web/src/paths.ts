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
  proof: '/profile/proof',
  shareStatement: '/profile/proof/statement',
  verify: '/verify',
  books: '/books',
  receive: '/receive',
  kyc: '/kyc',
  pay: '/pay/$email',
  payInvoice: '/i/$token',
  invoices: '/invoices',
  newInvoice: '/invoices/new',
  invoice: '/invoices/$id',
  batchPayouts: '/batch-payouts',
  batchPayout: '/batch-payouts/$id',
  cardReturn: '/card-return',
  confirmEmail: '/confirm-email',
  confirmEmailChange: '/confirm-email-change',
  sandbox: '/sandbox',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  imprint: '/imprint',
  operations: '/operations',
  business: '/business',
  approvals: '/approvals',
  newBusiness: '/business/new',
  joinBusiness: '/join-business',
  developers: '/developers',
  developersDocs: '/developers/docs',
} as const;

export const withBack = (path: string, back: string | undefined): string =>
  back === undefined ? path : `${path}?back=${encodeURIComponent(back)}`;

/** The first part of a path in a business's account, such as `/b/acme` of `/b/acme/dashboard`. */
const businessPart = /^\/b\/([a-z0-9-]{1,40})(?=[/?#]|$)/;

/** Returns the handle of the business in a path. Undefined for a person's own account. */
export const handleIn = (path: string): string | undefined => businessPart.exec(path)?.[1];

/** Returns the path of the screen, without the business. */
export const withoutHandle = (path: string): string => path.replace(businessPart, '').replace(/^(?!\/)/, '/');

export const inBusiness = (handle: string, path: string): string => `/b/${handle}${path}`;

/**
 * Returns the login path for a session that expired on a page. From the page of a payment or an invoice, the login path
 * leads back to the payment. Returns undefined for the landing page and the email confirmation pages, which need no
 * session.
 */
export function loginPathFrom({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const screen = withoutHandle(pathname);
  if (/^\/(?:confirm-email(?:-change)?\/?)?$/i.test(screen)) return undefined;
  return withBack(paths.login, /^\/(?:pay|i)\//i.test(screen) ? pathname + search : undefined);
}

/** Whether a path has its own document (landing.html, entry.html) instead of the app's document. */
export const isOwnDocument = (href: string): boolean =>
  /^\/(?:(?:login|signup|forgot-password|reset-password)(?:[/?#]|$)|[?#]|$)/i.test(href);
