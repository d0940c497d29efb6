import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { currentUser } from './api/session.ts';
import { readHistorySearch } from './features/transactions/history-search.ts';
import { paths } from './paths.ts';
import { coinSearch, planSearch, recipientSearch, tabSearch } from './search-params.ts';
import type { Layout } from './shell/layout.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PendingPage } from './shell/pending-page.tsx';
import { Shell } from './shell/shell.tsx';

// Every route hangs on the root, so that a route's id is its path.

type Context = { queryClient: QueryClient };
type Guarded = { context: Context };

const membersOnly = ({ context }: Guarded) => {
  if (!currentUser(context.queryClient)) throw redirect({ to: paths.login, replace: true });
};
const visitorsOnly = ({ context }: Guarded) => {
  if (currentUser(context.queryClient)) throw redirect({ to: paths.dashboard, replace: true });
};

const rootRoute = createRootRouteWithContext<Context>()({ component: Shell });
const onRoot = { getParentRoute: () => rootRoute };
const forMembers = { ...onRoot, beforeLoad: membersOnly };
const forVisitors = { ...onRoot, beforeLoad: visitorsOnly };

const landingRoute = createRoute({
  ...onRoot,
  path: paths.landing,
  staticData: { title: 'Every cent, accounted for', layout: 'land' },
  component: lazyRouteComponent(() => import('./features/landing/landing-page.tsx'), 'LandingPage'),
});

const loginRoute = createRoute({
  ...forVisitors,
  path: paths.login,
  staticData: { title: 'Sign In', layout: 'plain' },
  component: lazyRouteComponent(() => import('./features/auth/login-page.tsx'), 'LoginPage'),
});

const signupRoute = createRoute({
  ...forVisitors,
  path: paths.signup,
  staticData: { title: 'Sign Up', layout: 'plain' },
  validateSearch: planSearch,
  component: lazyRouteComponent(() => import('./features/auth/signup-page.tsx'), 'SignupPage'),
});

const dashboardRoute = createRoute({
  ...forMembers,
  path: paths.dashboard,
  staticData: { title: 'Dashboard', layout: 'page', membersOnly: true },
  validateSearch: tabSearch,
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const sendRoute = createRoute({
  ...forMembers,
  path: paths.send,
  staticData: { title: 'Send Money', layout: 'task', membersOnly: true },
  validateSearch: recipientSearch,
  component: lazyRouteComponent(() => import('./features/send/send-page.tsx'), 'SendPage'),
});

const buyRoute = createRoute({
  ...forMembers,
  path: paths.buy,
  staticData: { title: 'Buy Crypto', layout: 'task', membersOnly: true },
  validateSearch: coinSearch,
  component: lazyRouteComponent(() => import('./features/buy/buy-page.tsx'), 'BuyPage'),
});

const sellRoute = createRoute({
  ...forMembers,
  path: paths.sell,
  staticData: { title: 'Sell Crypto', layout: 'task', membersOnly: true },
  validateSearch: coinSearch,
  component: lazyRouteComponent(() => import('./features/sell/sell-page.tsx'), 'SellPage'),
});

const transactionsRoute = createRoute({
  ...forMembers,
  path: paths.transactions,
  staticData: { title: 'Transaction History', layout: 'page', membersOnly: true },
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import('./features/transactions/transactions-page.tsx'), 'TransactionsPage'),
});

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
  dashboardRoute,
  sendRoute,
  buyRoute,
  sellRoute,
  transactionsRoute,
  notFoundRoute,
]);

/** In the browser the history is its own; a test brings one in memory. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
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
    title?: string;
    layout?: Layout;
    /** Nothing of it is shown to a signed-out visitor, not even while the redirect is under way. */
    membersOnly?: boolean;
  }
}
