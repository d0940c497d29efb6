import { Moon, Sun } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './plans.module.css';

/** Shows the footer. The footer's lists are plain text, because the pages do not exist (rule landing-2). */
export function SiteFooter() {
  return (
    <footer className={`wrap ${styles.foot}`}>
      <div className={styles.footGrid}>
        <div>
          <span className="logo">
            <Logo size={26} />
          </span>
          <p className="small muted">Hold, send and trade. To the cent.</p>
          <ThemeButtons />
        </div>
        {lists.map(({ title, entries }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul className="muted">
              {entries.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  );
}

const lists = [
  { title: 'Product', entries: ['Features', 'Pricing', 'Security', 'API'] },
  { title: 'Company', entries: ['About', 'Careers', 'Press', 'Contact'] },
  { title: 'Legal', entries: ['Privacy', 'Terms', 'Compliance', 'Licenses'] },
] as const;

/** Renders the theme switch. The page has no React, so `connect-theme-buttons.ts` handles the clicks. */
function ThemeButtons() {
  return (
    <fieldset className="segmented" aria-label="Theme">
      <button type="button" data-theme-to="light" aria-label="Light" aria-pressed="false">
        <Icon as={Sun} size={15} />
      </button>
      <button type="button" data-theme-to="dark" aria-label="Dark" aria-pressed="false">
        <Icon as={Moon} size={15} />
      </button>
    </fieldset>
  );
}
