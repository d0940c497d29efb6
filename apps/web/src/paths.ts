/** The addresses of the screens there are (specification, section 2). */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  dashboard: '/dashboard',
  send: '/send',
  buy: '/buy-crypto',
  sell: '/sell-crypto',
  coin: '/crypto/$symbol',
  transactions: '/transactions',
  receive: '/receive',
  pay: '/pay/$email',
  confirmEmail: '/confirm-email',
  sandbox: '/sandbox',
} as const;
