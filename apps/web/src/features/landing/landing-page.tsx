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

/**
 * Rendered once, when the app is built: nothing here has a state or a handler. What moves is in landing.ts, what is
 * different from server to server is a class that the server fills in.
 */
export function LandingPage() {
  return (
    <div className="app is-land is-__FLORIN_MODE__">
      <a className="skip btn btn-primary" href="#content">
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
