import './styles/main.css';
import './features/dashboard/dashboard.css'; // for the first balance, before the page's own scripts
import './features/dashboard/dashboard.module.css'; // for the first balance, before the page's own scripts
import { createBrowserHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { account, inAccount } from './api/account.ts';
import { followChanges } from './api/live.ts';
import { lostAccess } from './api/lost-access.ts';
import { checkProofLater } from './api/proof/check-proof-later.ts';
import { createQueryClient } from './api/query-client.ts';
import { watchReach } from './api/reach.ts';
import { resumePushAtSignIn } from './api/resume-push.ts';
import { currentUser, startSession } from './api/session.ts';
import { storedToken } from './api/stored-session.ts';
import { App, startRouter } from './app.tsx';
import { leavingHistory, type Leave } from './leaving-history.ts';
import { layeredHistory } from './layered-history.ts';
import { cacheApp } from './offline/cache-app.ts';
import { rememberLastSeen } from './offline/last-seen.ts';
import { awaitInstallOffer } from './shell/install-offer.ts';
import { UnreachableAccount } from './shell/no-account.tsx';
import { paths } from './paths.ts';
import { takeNonce } from './take-nonce.ts';
import { tolerateTranslation } from './ui/browser-translation.ts';
import { createRoot } from './ui/react-root.ts';
import { showBroken } from './ui/show-broken.ts';
import { watchLayers } from './ui/history-layers.ts';
import { showPendingToast } from './ui/toast.ts';

takeNonce();
tolerateTranslation();
watchLayers();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
watchReach();
// Runs before the router, because its guards need the session.
const started = startSession(queryClient, () => location.reload());
followChanges(queryClient);
resumePushAtSignIn(queryClient);
rememberLastSeen(queryClient);
cacheApp(queryClient);
checkProofLater(queryClient);
awaitInstallOffer();

let left = false;
const leave: Leave = (href, how) => {
  if (!left) location[how === 'push' ? 'assign' : 'replace'](href);
  left = true;
};
// Without a reload, a page from the back/forward cache would still wait for the other document.
addEventListener('pageshow', ({ persisted }) => persisted && left && location.reload());

const routerHistory = layeredHistory(leavingHistory(createBrowserHistory(), leave));

const reactRoot = createRoot(root, { onUncaughtError: showBroken(inAccount(paths.dashboard), 'Dashboard') });
const isUnknown = () => account !== undefined && currentUser(queryClient) === null && storedToken() !== null;

function render() {
  reactRoot.render(
    <StrictMode>
      {isUnknown() && lostAccess() === undefined ? (
        <UnreachableAccount />
      ) : (
        <App queryClient={queryClient} router={startRouter(queryClient, routerHistory)} />
      )}
    </StrictMode>,
  );
  showPendingToast();
}
// The first visit to a business waits for its name and the person's role.
if (isUnknown()) void started.then(render);
else render();
