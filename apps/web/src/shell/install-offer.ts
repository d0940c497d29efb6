import { useSyncExternalStore } from 'react';

/** Not in TypeScript's library, as not every browser has it. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function keep(next: InstallOffer | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/** From the beginning on: the browser makes its offer when it likes. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault(); // no banner: the menu has it
    keep(event);
  });
  window.addEventListener('appinstalled', () => keep(undefined));
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event && typeof event.prompt === 'function';

const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
};

/** Installs the app after the browser's own question; undefined where the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const offered = useSyncExternalStore(subscribe, () => offer);
  if (!offered) return undefined;
  return () => {
    keep(undefined); // it can be used once; the browser makes another offer
    void offered.prompt();
  };
}
