import type { QueryClient } from '@tanstack/react-query';
import { registerWorker } from '../api/service-worker.ts';
import { currentUser } from '../api/session.ts';

/** After everything that a screen needs for itself. */
const restMs = 2_000;

/**
 * Keeps the app in this browser, so that it opens without a network: for whoever signs in, as nobody else has a use for
 * it, and when the page has come to rest. Not while developing, where there is no worker.
 */
export function keepApp(queryClient: QueryClient): void {
  if (!import.meta.env.PROD) return;
  const look = () => {
    if (!currentUser(queryClient)) return;
    stop();
    atRest(() => void keep().catch(() => undefined)); // a browser that refuses has the app as long as there is a network
  };
  const stop = queryClient.getQueryCache().subscribe(look);
  look();
}

function atRest(then: () => void) {
  const wait = () => setTimeout(then, restMs);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

async function keep() {
  const registration = await registerWorker();
  if (!registration) return;
  offerPage(registration.waiting ?? registration.installing);
  registration.addEventListener('updatefound', () => offerPage(registration.installing));
  // The browser looks for another build by itself, but takes its time.
  if (registration.active) await registration.update();
}

/** As soon as the worker of another build has all it keeps, it may begin with this page, if that is of its build. */
function offerPage(worker: ServiceWorker | null) {
  const offer = () => worker?.state === 'installed' && worker.postMessage({ files: filesOfPage() });
  offer();
  worker?.addEventListener('statechange', offer);
}

/** By which a waiting worker knows whether this page is of its build. */
const filesOfPage = (): string[] =>
  Array.from(document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[rel=stylesheet]'))
    .map((element) => new URL('src' in element ? element.src : element.href).pathname)
    .filter((path) => path.startsWith('/assets/'));
