import './hero.css';
import './feature-grid.css';
import './plans.css';
import { ClosingCall } from './closing-call.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { Hero } from './hero.tsx';
import { OnboardingSteps } from './onboarding-steps.tsx';
import { PlanCards } from './plan-cards.tsx';
import { ProductSample } from './product-sample.tsx';
import { SiteFooter } from './site-footer.tsx';
import { Statistics } from './statistics.tsx';

export function LandingPage() {
  return (
    <>
      <main>
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
    </>
  );
}
