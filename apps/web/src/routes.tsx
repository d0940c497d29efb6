import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import type { Permission } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchDashboard } from './features/dashboard/prefetch-dashboard.ts';
import { readDevelopersSearch } from './features/developers/developers-search.ts';
import { readMarketSearch } from './features/buy/market/market-view.ts';
import { readOperationsSearch } from './features/operations/operations-search.ts';
import { readHistorySearch } from './features/transactions/history-search.ts';
import { inAccount } from './api/account.ts';
import { paths } from './paths.ts';
import { membersOfOwnAccount, membersWithUpperCaseSymbol, operatorsOnly } from './routes/guards.ts';
import { batchRoutes } from './routes/batch-routes.tsx';
import { businessRoutes } from './routes/business-routes.tsx';
import { invoiceRoutes } from './routes/invoice-routes.tsx';
import { openRoutes } from './routes/open-routes.tsx';
import { proofRoutes } from './routes/proof-routes.tsx';
import { forMembers, onRoot, rootRoute } from './routes/root.ts';
import {
  coinSearch,
  dashboardSearch,
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
  staticData: { title: 'Send Money', layout: 'task', membersOnly: true, needs: 'pay' },
  validateSearch: onlyKnown(sendSearch),
  component: lazyRouteComponent(() => import('./features/send/send-page.tsx'), 'SendPage'),
});

const buyRoute = createRoute({
  ...forMembers,
  path: paths.buy,
  staticData: { title: 'Buy Crypto', layout: 'trade', membersOnly: true, needs: 'pay' },
  validateSearch: onlyKnown(readMarketSearch),
  component: lazyRouteComponent(() => import('./features/buy/buy-page.tsx'), 'BuyPage'),
});

const sellRoute = createRoute({
  ...forMembers,
  path: paths.sell,
  staticData: { title: 'Sell Crypto', layout: 'trade', membersOnly: true, needs: 'pay' },
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
  beforeLoad: membersOfOwnAccount,
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

const developersRoute = createRoute({
  ...forMembers,
  path: paths.developers,
  staticData: { title: 'Developers', layout: 'page', membersOnly: true, needs: 'export' },
  validateSearch: onlyKnown(readDevelopersSearch),
  component: lazyRouteComponent(() => import('./features/developers/developers-page.tsx'), 'DevelopersPage'),
});

const developersDocsRoute = createRoute({
  ...forMembers,
  path: paths.developersDocs,
  staticData: { title: 'Guides', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('./features/developers/docs/docs-page.tsx'), 'DocsPage'),
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
  ...openRoutes,
  ...businessRoutes,
  ...invoiceRoutes,
  ...batchRoutes,
  ...proofRoutes,
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
  developersRoute,
  developersDocsRoute,
  operationsRoute,
  notFoundRoute,
  ...developmentRoutes,
]);

/**
 * The delay before the pending page replaces the previous page, and the minimum time that the pending page stays. A
 * first visit has no previous page: 20 ms are enough for the page to send its requests before the frame renders.
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
    basepath: inAccount('/'),
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
    /** The permission that a role needs for this page. */
    needs?: Permission;
    /** Signed-out visitors see nothing of this page, not even during the redirect. */
    membersOnly?: boolean;
  }
}
