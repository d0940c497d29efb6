import { useSyncExternalStore } from 'react';

/** TypeScript lacks this type, because only some browsers support the event. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/**
 * Listens for the browser's install offer. Call this function at page start, because the offer may come at any time.
 */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault(); // replaces the browser's banner with the menu item
    setOffer(event);
  });
  window.addEventListener('appinstalled', () => setOffer(undefined));
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event && typeof event.prompt === 'function';

const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
};

/**
 * Returns a function that opens the browser's install prompt. Returns undefined if the browser does not offer the
 * installation.
 */
export function useInstall(): (() => void) | undefined {
  const offered = useSyncExternalStore(subscribe, () => offer);
  if (!offered) return undefined;
  return () => {
    setOffer(undefined); // an offer works once; the browser may send another
    void offered.prompt();
  };
}
