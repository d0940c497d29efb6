import type { QueryClient } from '@tanstack/react-query';
import { registerWorker } from '../api/service-worker.ts';
import { currentUser } from '../api/session.ts';

/** Waits after the page load, so the first screen's own requests go first. */
const delayMs = 2_000;

/**
 * Caches the app in the browser so it opens offline. Starts after sign-in and after the page has loaded. Does nothing
 * in development, which has no service worker.
 */
export function cacheApp(queryClient: QueryClient): void {
  if (!import.meta.env.PROD) return;
  const start = () => {
    if (!currentUser(queryClient)) return;
    stop();
    afterLoad(() => void install().catch(() => undefined)); // without a service worker the app works online only
  };
  const stop = queryClient.getQueryCache().subscribe(start);
  start();
}

function afterLoad(then: () => void) {
  const wait = () => setTimeout(then, delayMs);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

async function install() {
  const registration = await registerWorker();
  if (!registration) return;
  offerPage(registration.waiting ?? registration.installing);
  registration.addEventListener('updatefound', () => offerPage(registration.installing));
  // The browser also checks for a new build, but less often.
  if (registration.active) await registration.update();
}

/**
 * Sends the names of this page's files to an installed worker. The worker activates at once if the files belong to the
 * worker's build.
 */
function offerPage(worker: ServiceWorker | null) {
  const offer = () => worker?.state === 'installed' && worker.postMessage({ files: filesOfPage() });
  offer();
  worker?.addEventListener('statechange', offer);
}

/** The hashed files of this page, which identify its build. */
const filesOfPage = (): string[] => [
  ...(document.querySelector<HTMLMetaElement>('meta[name="florin-app"]')?.content.split(' ') ?? []),
  ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => path.startsWith('/assets/')),
];
