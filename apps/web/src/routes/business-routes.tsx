import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readBusinessSearch } from '../features/business/business-search.ts';
import { paths } from '../paths.ts';
import { onlyKnown } from '../search-params.ts';
import { membersForBusiness, membersForThemselves } from './guards.ts';
import { onRoot } from './root.ts';

const businessRoute = createRoute({
  ...onRoot,
  path: paths.business,
  staticData: { title: 'Business', layout: 'page', membersOnly: true },
  validateSearch: onlyKnown(readBusinessSearch),
  beforeLoad: membersForBusiness,
  component: lazyRouteComponent(() => import('../features/business/business-page.tsx'), 'BusinessPage'),
});

const approvalsRoute = createRoute({
  ...onRoot,
  path: paths.approvals,
  staticData: { title: 'Approvals', layout: 'page', membersOnly: true },
  beforeLoad: membersForBusiness,
  component: lazyRouteComponent(() => import('../features/business/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

const newBusinessRoute = createRoute({
  ...onRoot,
  path: paths.newBusiness,
  staticData: { title: 'Open a business account', layout: 'page', membersOnly: true },
  beforeLoad: membersForThemselves,
  component: lazyRouteComponent(() => import('../features/business/open-business-page.tsx'), 'OpenBusinessPage'),
});

const joinBusinessRoute = createRoute({
  ...onRoot,
  path: paths.joinBusiness,
  staticData: { title: 'Join a business', layout: 'page', membersOnly: true },
  beforeLoad: membersForThemselves,
  component: lazyRouteComponent(() => import('../features/business/join-business-page.tsx'), 'JoinBusinessPage'),
});

export const businessRoutes = [businessRoute, approvalsRoute, newBusinessRoute, joinBusinessRoute] as const;
