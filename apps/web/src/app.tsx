import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { lostAccess, subscribeToLostAccess } from './api/lost-access.ts';
import { currentUser } from './api/session.ts';
import { useSyncExternalStore } from 'react';
import { createAppRouter, pendingTimes } from './routes.tsx';
import { ConnectionProvider } from './shell/connection-provider.tsx';
import { focusMain } from './shell/focus-main.ts';
import { LostAccount } from './shell/no-account.tsx';
import { ReviewAfterSignIn } from './shell/review-after-sign-in.tsx';
import { StepUpDialog } from './shell/step-up-dialog.tsx';
import { endFirstVisit, isFirstVisit } from './ui/first-visit.ts';
import { setRouteTitle } from './ui/page-title.ts';
import { Toaster } from './ui/toaster.tsx';
import { brandName } from './ui/brand.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  const lost = useSyncExternalStore(subscribeToLostAccess, lostAccess);
  if (lost) return <LostAccount name={lost.name} />;
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionProvider>
        <RouterProvider router={router} />
        <ReviewAfterSignIn />
        <StepUpDialog />
        <Toaster />
      </ConnectionProvider>
    </QueryClientProvider>
  );
}

/** Creates the router, and keeps the document title, the focus and the session guards in sync with the router. */
export function startRouter(queryClient: QueryClient, history: RouterHistory): AppRouter {
  const router = createAppRouter(queryClient, history);
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const match = router.state.matches.at(-1);
    const { title } = match?.status === 'notFound' ? { title: 'Page not found' } : (match?.staticData ?? {});
    const name = typeof title === 'function' ? title(match?.params ?? {}) : title;
    const parts = [name, currentUser(queryClient)?.business && currentUser(queryClient)?.name, brandName];
    setRouteTitle(parts.filter((part) => typeof part === 'string'));
    if (fromLocation && pathChanged) focusMain();
  });
  if (isFirstVisit()) showFirstPageSooner(router);
  leaveWhenSessionEnds(queryClient, router);
  return router;
}

/** Shortens the pending times until the first navigation, because no previous page can stay visible. */
function showFirstPageSooner(router: AppRouter) {
  router.update({ ...router.options, ...pendingTimes.firstVisit });
  const stop = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (!fromLocation) return;
    stop();
    endFirstVisit();
    router.update({ ...router.options, ...pendingTimes.later });
  });
}

function leaveWhenSessionEnds(queryClient: QueryClient, router: AppRouter) {
  let wasSignedIn = currentUser(queryClient) !== null;
  queryClient.getQueryCache().subscribe(() => {
    const isSignedIn = currentUser(queryClient) !== null;
    if (wasSignedIn && !isSignedIn && !lostAccess()) void router.invalidate(); // reruns the guards, which redirect
    wasSignedIn = isSignedIn;
  });
}
