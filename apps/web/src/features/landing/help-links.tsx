import { paths } from '../../paths.ts';
import styles from './plans.module.css';

/** Links to the help and legal pages. The footer's lists are plain text (rule landing-2). The
 * style sheet shows the imprint if the operator has one. */
export const HelpLinks = () => (
  <nav className={`wrap small ${styles.helpLinks}`} aria-label="Help and legal">
    <a className={`link ${styles.helpLink}`} href={paths.help}>
      Help
    </a>
    <a className={`link ${styles.helpLink}`} href={paths.terms}>
      Terms
    </a>
    <a className={`link ${styles.helpLink}`} href={paths.privacy}>
      Privacy
    </a>
    <a className={`link ${styles.helpLink} ${styles.imprint}`} href={paths.imprint}>
      Imprint
    </a>
  </nav>
);
