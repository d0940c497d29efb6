import { useSyncExternalStore } from 'react';
import { onThemeChange, shownTheme, type Theme } from './shown-theme.ts';

/** The theme that is shown now, whoever chose it: the user, the system, or another tab. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, shownTheme);
