import { paintFirstBalance } from './features/dashboard/first-balance.ts';
import { paths } from './paths.ts';
import { addFileLink } from './preload-next-page.ts';
import { isFirstVisit } from './ui/first-visit.ts';

// Starts the app. The build adds this script and the names of the app's files to index.html (build/start-script.ts).

/** The app does not wait longer for the first paint of the balance. */
const maxWaitMs = 500;

async function start() {
  const isDashboard = location.pathname === paths.dashboard;
  const [app = '', ...others] = filesIn('florin-app');
  const files = isDashboard ? [...others, ...filesIn('florin-dashboard')] : others;
  if (isDashboard && isFirstVisit()) await Promise.race([paintFirstBalance().catch(() => undefined), pause(maxWaitMs)]);
  for (const file of files) addFileLink(file);
  await import(/* @vite-ignore */ app);
}

const filesIn = (meta: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content.split(' ') ?? [];

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

void start();
