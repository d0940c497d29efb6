import { paintFirstBalance } from './features/dashboard/first-balance.ts';
import { inAccount } from './api/account.ts';
import { paths } from './paths.ts';
import { addFileLink } from './preload-next-page.ts';
import { isFirstVisit } from './ui/first-visit.ts';

// Starts the app. The build adds this script and the names of the app's files to index.html (build/start-script.ts).

/** The longest time that the app waits for the first paint of the balance. */
const maxWaitMs = 500;

async function start() {
  const isDashboard = location.pathname === inAccount(paths.dashboard);
  const app = filesIn('florin-app');
  const files = isDashboard ? [...app, ...filesIn('florin-dashboard')] : app;
  if (isDashboard && isFirstVisit()) await Promise.race([paintFirstBalance().catch(() => undefined), pause(maxWaitMs)]);
  for (const file of files) addFileLink(file);
  // Imports come first, so each script starts in its own task. One task for all of them would block the page.
  for (const file of app) await import(/* @vite-ignore */ file);
}

const filesIn = (meta: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content.split(' ') ?? [];

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

void start();
