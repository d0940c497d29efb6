import { clsx } from 'clsx';
import { buttonClass } from '../../ui/button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { planFees, plans, type Plan } from './landing-content.ts';

export function PlanCards() {
  return (
    <section className="plans">
      <h2 className="sec">
        Pick a limit.
        <br />
        Change it any month.
      </h2>
      <div className="plan-g">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <p className="small muted plan-n">The purchase limit counts the crypto you buy in a calendar month.</p>
    </section>
  );
}

function PlanCard({ plan: { id, name, price, purchaseLimit } }: { plan: Plan }) {
  return (
    <article className="plan">
      <h3>{name}</h3>
      <p className="fig plan-p">{price ? <MonthlyPrice price={price} /> : 'Free'}</p>
      <dl className="sum">
        {planFees.map(({ label, fee }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fee}</dd>
          </div>
        ))}
        <div className="lim-row">
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
      Get Started <span className="sr">with {name}</span>
    </>
  );
  return (
    <>
      <a className={clsx(className, 'for-visitors')} href={`/signup?plan=${id}`}>
        {label}
      </a>
      <a className={clsx(className, 'for-members')} href={`/profile?plan=${id}#plan`}>
        {label}
      </a>
    </>
  );
}

function MonthlyPrice({ price }: { price: NonNullable<Plan['price']> }) {
  return (
    <>
      <AmountText amount={price} />
      <span className="plan-per">per month</span>
    </>
  );
}
