import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchDashboard } from './features/dashboard/prefetch-dashboard.ts';
import { readMarketSearch } from './features/buy/market/market-view.ts';
import { readOperationsSearch } from './features/operations/operations-search.ts';
import { readMailSearch } from './features/sandbox/mail-search.ts';
import { readHistorySearch } from './features/transactions/history-search.ts';
import { paths } from './paths.ts';
import { membersOnly, membersWithUpperCaseSymbol, operatorsOnly, sandboxOnly, type Context } from './routes/guards.ts';
import {
  backSearch,
  coinSearch,
  dashboardSearch,
  emailSearch,
  paySearch,
  plainSearch,
  planSearch,
  rangeSearch,
  sendSearch,
  onlyKnown,
} from './search-params.ts';
import type { Layout } from './shell/layout.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PendingPage } from './shell/pending-page.tsx';
import { Shell } from './shell/shell.tsx';

// All routes are children of the root, so each route's id is its path.

const rootRoute = createRootRouteWithContext<Context>()({ component: Shell });
const onRoot = { getParentRoute: () => rootRoute };
const forMembers = { ...onRoot, beforeLoad: membersOnly };

/**
 * Pages with their own documents. They are routes for the types of links and guards. The history loads their documents
 * (leaving-history.ts).
 */
const ownDocument = { ...onRoot, component: NotFoundPage };

const landingRoute = createRoute({ ...ownDocument, path: paths.landing });

const loginRoute = createRoute({
  ...ownDocument,
  path: paths.login,
  validateSearch: onlyKnown(backSearch),
});

const signupRoute = createRoute({
  ...ownDocument,
  path: paths.signup,
  validateSearch: onlyKnown((given) => ({ ...planSearch(given), ...emailSearch(given), ...backSearch(given) })),
});

const forgotPasswordRoute = createRoute({ ...ownDocument, path: paths.forgotPassword });

const resetPasswordRoute = createRoute({ ...ownDocument, path: paths.resetPassword });

const dashboardRoute = createRoute({
  ...forMembers,
  path: paths.dashboard,
  staticData: { title: 'Dashboard', layout: 'page', membersOnly: true },
  validateSearch: onlyKnown(dashboardSearch),
  loader: ({ context }) => prefetchDashboard(context.queryClient),
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const sendRoute = createRoute({
  ...forMembers,
  path: paths.send,
  staticData: { title: 'Send Money', layout: 'task', membersOnly: true },
  validateSearch: onlyKnown(sendSearch),
  component: lazyRouteComponent(() => import('./features/send/send-page.tsx'), 'SendPage'),
});

const buyRoute = createRoute({
  ...forMembers,
  path: paths.buy,
  staticData: { title: 'Buy Crypto', layout: 'trade', membersOnly: true },
  validateSearch: onlyKnown(readMarketSearch),
  component: lazyRouteComponent(() => import('./features/buy/buy-page.tsx'), 'BuyPage'),
});

const sellRoute = createRoute({
  ...forMembers,
  path: paths.sell,
  staticData: { title: 'Sell Crypto', layout: 'trade', membersOnly: true },
  validateSearch: onlyKnown(coinSearch),
  component: lazyRouteComponent(() => import('./features/sell/sell-page.tsx'), 'SellPage'),
});

const coinRoute = createRoute({
  ...onRoot,
  path: paths.coin,
  staticData: { title: ({ symbol }) => symbol, layout: 'task', membersOnly: true },
  validateSearch: onlyKnown(rangeSearch),
  beforeLoad: membersWithUpperCaseSymbol,
  component: lazyRouteComponent(() => import('./features/coin/coin-page.tsx'), 'CoinPage'),
});

const transactionsRoute = createRoute({
  ...forMembers,
  path: paths.transactions,
  staticData: { title: 'Transaction History', layout: 'page', membersOnly: true },
  validateSearch: onlyKnown(readHistorySearch),
  component: lazyRouteComponent(() => import('./features/transactions/transactions-page.tsx'), 'TransactionsPage'),
});

const notificationsRoute = createRoute({
  ...forMembers,
  path: paths.notifications,
  staticData: { title: 'Notifications', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('./shell/notifications-page.tsx'), 'NotificationsPage'),
});

const profileRoute = createRoute({
  ...forMembers,
  path: paths.profile,
  staticData: { title: 'Profile & Settings', layout: 'page', membersOnly: true },
  validateSearch: onlyKnown(planSearch),
  component: lazyRouteComponent(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
});

const receiveRoute = createRoute({
  ...forMembers,
  path: paths.receive,
  staticData: { title: 'Receive Money', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('./features/receive/receive-page.tsx'), 'ReceivePage'),
});

const kycRoute = createRoute({
  ...forMembers,
  path: paths.kyc,
  staticData: { title: 'KYC Verification', layout: 'task', membersOnly: true },
  component: lazyRouteComponent(() => import('./features/kyc/kyc-page.tsx'), 'KycPage'),
});

const payRoute = createRoute({
  ...onRoot,
  path: paths.pay,
  staticData: { title: 'Pay', layout: 'plain' },
  validateSearch: onlyKnown(paySearch),
  component: lazyRouteComponent(() => import('./features/pay/pay-page.tsx'), 'PayPage'),
});

const cardReturnRoute = createRoute({
  ...forMembers,
  path: paths.cardReturn,
  staticData: { title: 'Card', layout: 'task', membersOnly: true },
  component: lazyRouteComponent(() => import('./features/cards/card-return-page.tsx'), 'CardReturnPage'),
});

const confirmEmailRoute = createRoute({
  ...onRoot,
  path: paths.confirmEmail,
  staticData: { title: 'Confirm your email', layout: 'plain' },
  component: lazyRouteComponent(() => import('./features/email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

const confirmEmailChangeRoute = createRoute({
  ...onRoot,
  path: paths.confirmEmailChange,
  staticData: { title: 'Confirm your new email', layout: 'plain' },
  component: lazyRouteComponent(
    () => import('./features/email/confirm-email-change-page.tsx'),
    'ConfirmEmailChangePage',
  ),
});

const helpRoute = createRoute({
  ...onRoot,
  path: paths.help,
  staticData: { title: 'Help', layout: 'page' },
  component: lazyRouteComponent(() => import('./features/help/help-page.tsx'), 'HelpPage'),
});

const legalRoute = <Path extends string>(
  path: Path,
  title: string,
  page: 'TermsPage' | 'PrivacyPage' | 'ImprintPage',
) =>
  createRoute({
    ...onRoot,
    path,
    staticData: { title, layout: 'page' },
    component: lazyRouteComponent(() => import('./features/legal/legal-page.tsx'), page),
  });
const termsRoute = legalRoute(paths.terms, 'Terms of use', 'TermsPage');
const privacyRoute = legalRoute(paths.privacy, 'Privacy notice', 'PrivacyPage');
const imprintRoute = legalRoute(paths.imprint, 'Imprint', 'ImprintPage');

const sandboxRoute = createRoute({
  ...onRoot,
  path: paths.sandbox,
  staticData: { title: 'Sandbox', layout: 'page' },
  validateSearch: onlyKnown(readMailSearch),
  beforeLoad: sandboxOnly,
  component: lazyRouteComponent(() => import('./features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
});

const operationsRoute = createRoute({
  ...onRoot,
  path: paths.operations,
  staticData: { title: 'Operations', layout: 'own', membersOnly: true },
  validateSearch: onlyKnown(readOperationsSearch),
  beforeLoad: operatorsOnly,
  component: lazyRouteComponent(() => import('./features/operations/operations-page.tsx'), 'OperationsPage'),
});

/** Routes that exist only in development. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        ...onRoot,
        path: '/gallery',
        staticData: { title: 'Gallery', layout: 'page' },
        component: lazyRouteComponent(() => import('./features/gallery/gallery-page.tsx'), 'GalleryPage'),
      }),
    ]
  : [];

const notFoundRoute = createRoute({
  ...onRoot,
  path: '$',
  staticData: { title: 'Page not found', layout: 'page' },
  component: NotFoundPage,
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  dashboardRoute,
  sendRoute,
  buyRoute,
  sellRoute,
  coinRoute,
  transactionsRoute,
  notificationsRoute,
  profileRoute,
  receiveRoute,
  kycRoute,
  payRoute,
  cardReturnRoute,
  confirmEmailRoute,
  confirmEmailChangeRoute,
  helpRoute,
  termsRoute,
  privacyRoute,
  imprintRoute,
  sandboxRoute,
  operationsRoute,
  notFoundRoute,
  ...developmentRoutes,
]);

/**
 * When the pending page replaces the previous page during a navigation, and how long it stays at least. A first visit
 * has no previous page: 20 ms are enough for the page to send its requests before the frame renders.
 */
export const pendingTimes = {
  firstVisit: { defaultPendingMs: 20, defaultPendingMinMs: 0 },
  later: { defaultPendingMs: 300, defaultPendingMinMs: 500 },
};

export const createAppRouter = (queryClient: QueryClient, history: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    history,
    ...plainSearch,
    defaultPreload: 'intent',
    ...pendingTimes.later,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The first part of the document's title. */
    title?: string | ((params: { symbol?: string }) => string | undefined);
    layout?: Layout;
    /** Signed-out visitors see nothing of this page, not even during the redirect. */
    membersOnly?: boolean;
  }
}
