import { Moon, Sun } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

/** The theme switch as it stands on a page without React: its script is switch-theme.ts. */
export function ThemeButtons() {
  return (
    <fieldset className="seg" aria-label="Theme">
      <button type="button" data-theme-to="light" aria-label="Light" aria-pressed="false">
        <Icon as={Sun} size={15} />
      </button>
      <button type="button" data-theme-to="dark" aria-label="Dark" aria-pressed="false">
        <Icon as={Moon} size={15} />
      </button>
    </fieldset>
  );
}
