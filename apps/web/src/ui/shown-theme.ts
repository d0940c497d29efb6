export type Theme = 'light' | 'dark';

// The same key as in public/theme.js, which sets the theme before the first paint.
const storageKey = 'florin-theme';

export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(storageKey, theme);
}

export const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** Subscribes to theme changes by the user, the system or another tab. Returns the unsubscribe function. */
export function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
