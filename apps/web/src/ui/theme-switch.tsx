import { Moon, Sun } from 'lucide-react';
import { Icon } from './icon.tsx';
import { Segmented } from './segmented.tsx';
import { chooseTheme } from './shown-theme.ts';
import { useTheme } from './theme.ts';

export function ThemeSwitch() {
  return <Segmented label="Theme" segments={themes} value={useTheme()} onChange={chooseTheme} />;
}

const themes = [
  { value: 'light', label: <Icon as={Sun} size={15} />, name: 'Light' },
  { value: 'dark', label: <Icon as={Moon} size={15} />, name: 'Dark' },
] as const;
