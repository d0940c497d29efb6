import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { leave } from './api/client.ts';
import { followChanges } from './api/live.ts';
import { createQueryClient } from './api/query-client.ts';
import { watchReach } from './api/reach.ts';
import { startSession, useSession } from './api/session.ts';
import { paths } from './paths.ts';
import { MemberLinks } from './shell/nav-bar.tsx';
import { StepUpDialog } from './shell/step-up-dialog.tsx';
import { takeNonce } from './take-nonce.ts';
import { tolerateTranslation } from './ui/browser-translation.ts';
import { showBroken } from './ui/show-broken.ts';
import { Toaster } from './ui/toaster.tsx';

/**
 * Shows the app's navigation bar to signed-in users of the landing page. Its links load the app. If the session is
 * invalid, the visitors' bar stays.
 */
export function showMemberBar(bar: HTMLElement, onShown: () => void) {
  takeNonce();
  tolerateTranslation();
  const queryClient = createQueryClient();
  watchReach();
  void startSession(queryClient, () => location.reload());
  followChanges(queryClient);
  const router = leavingRouter(() => <Bar onShown={onShown} />);
  createRoot(bar, { onUncaughtError: showBroken(paths.dashboard, 'Dashboard', bar.id) }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
        <StepUpDialog />
        {/* The toaster is in a portal, because inside the bar the toaster would add a gap. */}
        {createPortal(<Toaster />, document.body)}
      </QueryClientProvider>
    </StrictMode>,
  );
}

function Bar({ onShown }: { onShown: () => void }) {
  const { user } = useSession();
  const isSignedIn = user !== null;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
    if (isSignedIn) onShown();
  }, [isSignedIn, onShown]);
  return user && <MemberLinks user={user} />;
}

/** Creates a router that loads the document of every other path. */
function leavingRouter(Page: () => ReactNode) {
  const root = createRootRoute({ component: Page });
  const anywhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: ({ location: { href }, preload }) => {
      if (!preload) leave(href);
    },
  });
  const here = createRoute({ getParentRoute: () => root, path: paths.landing });
  return createRouter({ routeTree: root.addChildren([here, anywhere]), history: createMemoryHistory() });
}
