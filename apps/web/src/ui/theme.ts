import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

// The same key as in public/theme.js, which names the theme before the first paint.
const storageKey = 'florin-theme';

/** The theme that is shown now, whoever chose it: the user, the system, or another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);

export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(storageKey, theme);
}

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
