import './styles/main.css';
import { lazy, StrictMode, Suspense, type ComponentType } from 'react';
import { requestedPageOf } from './api/requested-page.ts';
import { leave } from './api/client.ts';
import { takeInvitation } from './api/stored-invitation.ts';
import { forgetStoredSession, onTokenStoredElsewhere, storedUser } from './api/stored-session.ts';
import { EntryPage } from './features/auth/entry-page.tsx';
import { pathAfterSignIn, type EntryOptions } from './features/auth/entry-options.ts';
import { LoginPage } from './features/auth/login-page.tsx';
import { SignupPage } from './features/auth/signup-page.tsx';
import { paths } from './paths.ts';
import { preloadNextPage } from './preload-next-page.ts';
import { backSearch, emailSearch, planSearch } from './search-params.ts';
import { tolerateTranslation } from './ui/browser-translation.ts';
import { createRoot } from './ui/react-root.ts';
import { showBroken } from './ui/show-broken.ts';
import { showPendingToast } from './ui/toast.ts';
import { brandName } from './ui/brand.ts';

// The sign-in pages are their own document: React without the app's router and query client.

type Given = Record<string, unknown>;
type Page = { path: string; title: string; Page: ComponentType; read?: (given: Given) => Partial<EntryOptions> };

const login: Page = {
  path: paths.login,
  title: 'Sign In',
  Page: LoginPage,
  read: (given) => ({ ...emailSearch(given), ...backSearch(given) }),
};
const signup: Page = {
  path: paths.signup,
  title: 'Sign Up',
  Page: SignupPage,
  read: (given) => ({ ...planSearch(given), ...emailSearch(given), ...backSearch(given) }),
};
// These pages are rarely used, so signing in does not wait for them.
const ForgotPasswordPage = lazy(async () => {
  const page = await import('./features/auth/forgot-password-page.tsx');
  return { default: page.ForgotPasswordPage };
});
const ResetPasswordPage = lazy(async () => {
  const page = await import('./features/auth/reset-password-page.tsx');
  return { default: page.ResetPasswordPage };
});
const forgot: Page = { path: paths.forgotPassword, title: 'Forgot password', Page: ForgotPasswordPage };
const reset: Page = { path: paths.resetPassword, title: 'New password', Page: ResetPasswordPage };
/** Signed-in users are redirected away from these pages. */
const forVisitors = [login, signup];

function start() {
  const page = pageAt(location.pathname.toLowerCase());
  if (page === signup) openInvitation();
  const way = page.read?.(Object.fromEntries(new URLSearchParams(location.search))) ?? {};
  if (storedUser() === null) forgetStoredSession(); // deletes the rest of an incomplete session
  else if (forVisitors.includes(page)) return redirectSignedIn(way);
  // A sign-in in another tab also redirects this tab.
  if (forVisitors.includes(page)) onTokenStoredElsewhere((token) => token !== null && redirectSignedIn(way));
  moveTokenToHash(page);
  tolerateTranslation();
  show(page, { ...way, leaveFor: leave });
  preloadNextPage(['focusin', 'pointerdown']);
  // Without a reload, a page from the back/forward cache would still be busy signing in.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function redirectSignedIn(way: Partial<EntryOptions>) {
  const user = storedUser();
  const requested = user && !way.plan ? requestedPageOf(user) : undefined;
  location.replace(pathAfterSignIn({ ...way, back: way.back ?? requested }));
}

/** Opening another invitation in the same tab changes only the hash, so the page reloads. */
function openInvitation() {
  takeInvitation();
  addEventListener('hashchange', () => location.reload());
}

const pageAt = (path: string): Page =>
  [login, signup, forgot].find((page) => path === page.path || path === `${page.path}/`) ?? reset;

/** Moves a token from the path to the hash, which browsers never send to a server. */
function moveTokenToHash(page: Page) {
  const token = location.pathname.slice(reset.path.length + 1);
  if (page === reset && token !== '') history.replaceState(null, '', `${reset.path}#${token}`);
}

function show({ title, Page }: Page, way: EntryOptions) {
  const root = document.getElementById('root');
  if (!root) throw new Error('entry.html has no #root');
  document.title = `${title} · ${brandName}`;
  createRoot(root, { onUncaughtError: showBroken(paths.landing, 'Home') }).render(
    <StrictMode>
      <EntryPage options={way}>
        <Suspense>
          <Page />
        </Suspense>
      </EntryPage>
    </StrictMode>,
  );
  showPendingToast();
}

start();
