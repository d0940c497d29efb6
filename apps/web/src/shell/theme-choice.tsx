import { Moon, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Icon } from '../ui/icon.tsx';
import { chooseTheme } from '../ui/shown-theme.ts';
import { useTheme } from '../ui/theme.ts';

/**
 * The theme switch inside a menu: two menu items, reachable with the arrow keys. Selecting a theme keeps the menu open.
 */
export function ThemeChoice() {
  const theme = useTheme();
  return (
    <div className="menu-theme">
      <span aria-hidden>Theme</span>
      <DropdownMenu.RadioGroup className="segmented" aria-label="Theme" value={theme}>
        {themes.map(({ value, name, icon }) => (
          <DropdownMenu.RadioItem
            key={value}
            value={value}
            aria-label={name}
            asChild
            onSelect={(event) => {
              event.preventDefault();
              chooseTheme(value);
            }}
          >
            <button type="button">
              <Icon as={icon} size={15} />
            </button>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </div>
  );
}

const themes = [
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
] as const;
