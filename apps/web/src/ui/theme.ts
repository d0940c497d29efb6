import { useSyncExternalStore } from 'react';
import { onThemeChange, shownTheme, type Theme } from './shown-theme.ts';

/** Returns the current theme and rerenders when the user, the system or another tab changes it. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, shownTheme);
