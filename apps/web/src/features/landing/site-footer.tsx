import { Logo } from '../../ui/logo.tsx';
import { ThemeButtons } from './theme-buttons.tsx';

/** The lists are plain text, because their pages do not exist (rule landing-2). */
export function SiteFooter() {
  return (
    <footer className="wrap foot">
      <div className="foot-g">
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
