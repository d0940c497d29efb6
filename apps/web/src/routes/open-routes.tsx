import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readMailSearch } from '../features/sandbox/mail-search.ts';
import { paths } from '../paths.ts';
import { backSearch, emailSearch, onlyKnown, planSearch } from '../search-params.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { dashboardOfBusiness, sandboxOnly } from './guards.ts';
import { onRoot } from './root.ts';

/**
 * Pages with their own documents. These pages are routes for the types of links and guards. The history loads the
 * documents (leaving-history.ts).
 */
const ownDocument = { ...onRoot, component: NotFoundPage, beforeLoad: dashboardOfBusiness };

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

const confirmEmailRoute = createRoute({
  ...onRoot,
  path: paths.confirmEmail,
  staticData: { title: 'Confirm your email', layout: 'plain' },
  component: lazyRouteComponent(() => import('../features/email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

const confirmEmailChangeRoute = createRoute({
  ...onRoot,
  path: paths.confirmEmailChange,
  staticData: { title: 'Confirm your new email', layout: 'plain' },
  component: lazyRouteComponent(
    () => import('../features/email/confirm-email-change-page.tsx'),
    'ConfirmEmailChangePage',
  ),
});

const helpRoute = createRoute({
  ...onRoot,
  path: paths.help,
  staticData: { title: 'Help', layout: 'page' },
  component: lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
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
    component: lazyRouteComponent(() => import('../features/legal/legal-page.tsx'), page),
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
  component: lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
});

/** Pages that visitors may open. */
export const openRoutes = [
  landingRoute,
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  confirmEmailChangeRoute,
  helpRoute,
  termsRoute,
  privacyRoute,
  imprintRoute,
  sandboxRoute,
] as const;
