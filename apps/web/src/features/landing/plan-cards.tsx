import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
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

/** Signing up goes on to the plan; a member chooses it in the profile. */
function GetStarted({ id, name }: Pick<Plan, 'id' | 'name'>) {
  const { user } = useSession();
  const way = user ? ({ to: '/profile', hash: 'plan' } as const) : ({ to: '/signup' } as const);
  return (
    <Link
      className={buttonClass({ variant: id === 'pro' ? 'primary' : 'secondary', size: 'l', block: true })}
      {...way}
      search={{ plan: id }}
    >
      Get Started <span className="sr">with {name}</span>
    </Link>
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
