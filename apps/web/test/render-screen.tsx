import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { createQueryClient } from '../src/api/query-client.ts';
import { paths } from '../src/paths.ts';
import { plainSearch } from '../src/search-params.ts';
import { Toaster } from '../src/ui/toaster.tsx';

/**
 * Renders one screen at its path. Each other path shows a page that contains this path. Set `route` for a path with a
 * parameter, such as `/pay/$email`.
 */
export function renderScreen(Screen: FunctionComponent, { at, route }: { at: string; route?: string }) {
  const path = route ?? at.split(/[?#]/)[0];
  const rootRoute = createRootRoute({ component: Outlet });
  const routes = Object.values(paths).map((each) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: each,
      component: each === path ? Screen : () => <p>{`at ${each}`}</p>,
    }),
  );
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    ...plainSearch,
  });
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider<typeof router> router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { router, queryClient };
}
