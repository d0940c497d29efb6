import { steps } from './landing-content.ts';

export function OnboardingSteps() {
  return (
    <section className="steps">
      <h2 className="sec">
        Three steps
        <br />
        to the first payment.
      </h2>
      <ol>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="fig" aria-hidden>
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
