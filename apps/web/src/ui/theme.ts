import { useSyncExternalStore } from 'react';
import { onThemeChange, shownTheme, type Theme } from './shown-theme.ts';

/** Returns the current theme. Rerenders when the user, the system or another tab changes the theme. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, shownTheme);
