const workerPath = '/worker.js';

/**
 * Registers the service worker (apps/web/worker), which caches the app and receives push messages. Returns undefined if
 * the browser does not support it.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(workerUrl(), {
    updateViaCache: 'none',
  });
  return registration;
}

export const knownWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();

declare global {
  interface Window {
    /** TypeScript lacks this type. A trusted value is accepted wherever a string is. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (text: string) => string },
      ) => {
        createScriptURL: (text: string) => string;
      };
    };
  }
}

let url: string | undefined;

/** Returns the worker's URL as a trusted value, for browsers that enforce Trusted Types. */
function workerUrl(): string {
  url ??=
    window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath }).createScriptURL('') ??
    workerPath;
  return url;
}
