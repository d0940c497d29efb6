import { clsx } from 'clsx';
import { buttonClass } from '../../ui/button.tsx';
import { ConfiguredAmount } from './configured-amount.tsx';
import { planFees, plans, type Plan } from './landing-content.ts';
import plansStyles from './plans.module.css';
import featureGridStyles from './feature-grid.module.css';
import landingStyles from './landing.module.css';

export function PlanCards() {
  return (
    <section className={plansStyles.plans}>
      <h2 className={featureGridStyles.sectionTitle}>
        Pick a limit.
        <br />
        Change it any month.
      </h2>
      <div className={plansStyles.grid}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <p className={`small muted ${plansStyles.name}`}>
        The purchase limit counts the crypto you buy in a calendar month.
      </p>
    </section>
  );
}

function PlanCard({ plan: { id, name, isPaid, purchaseLimit } }: { plan: Plan }) {
  return (
    <article className={plansStyles.plan}>
      <h3>{name}</h3>
      <p className={`figure ${plansStyles.price}`}>{isPaid ? <MonthlyPrice id={id} /> : 'Free'}</p>
      <dl className="sum">
        {planFees.map(({ label, fee }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fee}</dd>
          </div>
        ))}
        <div className={plansStyles.limitRow}>
          <dt>Crypto purchase limit</dt>
          <dd className="strong">{purchaseLimit}</dd>
        </div>
      </dl>
      <GetStarted id={id} name={name} />
    </article>
  );
}

/** Links visitors to sign-up and members to the plan on their profile. The style sheet shows the right link. */
function GetStarted({ id, name }: Pick<Plan, 'id' | 'name'>) {
  const className = buttonClass({ variant: id === 'pro' ? 'primary' : 'secondary', size: 'l', block: true });
  const label = (
    <>
      Get Started <span className="screen-reader">with {name}</span>
    </>
  );
  return (
    <>
      <a className={clsx(className, landingStyles.forVisitors)} href={`/signup?plan=${id}`}>
        {label}
      </a>
      <a className={clsx(className, landingStyles.forMembers)} href={`/profile?plan=${id}#plan`}>
        {label}
      </a>
    </>
  );
}

function MonthlyPrice({ id }: Pick<Plan, 'id'>) {
  return (
    <>
      <ConfiguredAmount name={`${id}.price`} />
      <span className={plansStyles.period}>per month</span>
    </>
  );
}
