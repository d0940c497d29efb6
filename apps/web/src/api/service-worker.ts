import { workerUrl } from './worker-url.ts';

const workerPath = '/worker.js';

/**
 * Registers the service worker (apps/web/worker), which caches the app and receives push messages. Returns undefined if
 * the browser does not support it.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    workerUrl(workerPath),
    {
      updateViaCache: 'none',
    },
  );
  return registration;
}

export const knownWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();
