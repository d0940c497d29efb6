import { statistics } from './landing-content.ts';
import styles from './hero.module.css';

export function Statistics() {
  return (
    <dl className={styles.stats}>
      {statistics.map(({ figure, label }) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd className="figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
