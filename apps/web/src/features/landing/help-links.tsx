import { paths } from '../../paths.ts';

/** Links to the help and legal pages. The footer's lists are plain text (rule landing-2). */
export const HelpLinks = () => (
  <nav className="wrap small help-links" aria-label="Help and legal">
    <a className="link help-link" href={paths.help}>
      Help
    </a>
    <a className="link help-link" href={paths.terms}>
      Terms
    </a>
    <a className="link help-link" href={paths.privacy}>
      Privacy
    </a>
  </nav>
);
