import { ClosingCall } from './closing-call.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { HelpLinks } from './help-links.tsx';
import { Hero } from './hero.tsx';
import { LandingBar } from './landing-bar.tsx';
import { OnboardingSteps } from './onboarding-steps.tsx';
import { PlanCards } from './plan-cards.tsx';
import { ProductSample } from './product-sample.tsx';
import { SiteFooter } from './site-footer.tsx';
import { Statistics } from './statistics.tsx';
import styles from './hero.module.css';

/**
 * Renders the landing page. The build calls it once, so it has neither state nor handlers; `landing.ts` adds the
 * interaction. The server replaces `__FLORIN_MODE__` in the class.
 */
export function LandingPage() {
  return (
    <div className={`app ${styles.isLanding} is-__FLORIN_MODE__ imprint-__FLORIN_IMPRINT__`}>
      <a className="skip button button-primary" href="#content">
        Skip to content
      </a>
      <LandingBar />
      <main id="content" tabIndex={-1}>
        <div className="wrap land">
          <Hero />
          <ProductSample />
          <Statistics />
          <FeatureGrid />
          <OnboardingSteps />
          <PlanCards />
        </div>
        <ClosingCall />
      </main>
      <SiteFooter />
      <HelpLinks />
    </div>
  );
}
