const workerPath = '/worker.js';

/** The app's one worker (apps/web/worker): it keeps the shell and takes push messages. Undefined where it cannot be had. */
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
    /** Not in TypeScript's library. What a policy makes is taken wherever a string is. */
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

/** Where the page demands trusted types, a worker's address has to be one. */
function workerUrl(): string {
  url ??=
    window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath }).createScriptURL('') ??
    workerPath;
  return url;
}
