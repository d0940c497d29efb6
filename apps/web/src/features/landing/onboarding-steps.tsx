import { steps } from './landing-content.ts';
import styles from './feature-grid.module.css';

export function OnboardingSteps() {
  return (
    <section className={styles.steps}>
      <h2 className={styles.sectionTitle}>
        Three steps
        <br />
        to the first payment.
      </h2>
      <ol>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="figure" aria-hidden>
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
