import type { Subscription } from '@florin/contract';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { day, dueLabel, dueOf, isForLater, limitText, priceOf, type PlanOffer } from './plan-words.ts';
import styles from './plan.module.css';

type PlanCardProps = {
  subscription: Subscription;
  offer: PlanOffer;
  busy: boolean;
  onChoose: () => void;
};

export function PlanCard({ subscription, offer, busy, onChoose }: PlanCardProps) {
  const due = dueOf(offer);
  const price = priceOf(offer);
  return (
    <article className={styles.plan}>
      <h3>{offer.title}</h3>
      <p className={`figure ${styles.price}`}>
        {price.units === 0n ? '$0' : <AmountText amount={price} />}
        <span className={styles.period}>{price.units === 0n ? 'free' : 'a month'}</span>
      </p>
      <dl className="sum">
        <div>
          <dt>Crypto purchases a month</dt>
          <dd>{limitText(offer)}</dd>
        </div>
        {due.units > 0n ? (
          <div>
            <dt>{dueLabel(subscription)}</dt>
            <dd>
              <AmountText amount={due} />
            </dd>
          </div>
        ) : (
          <div>
            <dt>Send, buy and sell fees</dt>
            <dd>the same</dd>
          </div>
        )}
      </dl>
      <CardButton subscription={subscription} offer={offer} busy={busy} onChoose={onChoose} />
    </article>
  );
}

function CardButton({ subscription, offer, busy, onChoose }: PlanCardProps) {
  const { plan, next_plan: next, renews_at: end } = subscription;
  const { name, title } = offer;
  const from = end === null ? '' : day(end);
  if (name === plan)
    return next === null ? (
      <Chosen>Your plan</Chosen>
    ) : (
      <Button block busy={busy} needsServer onClick={onChoose}>
        Keep {title}
      </Button>
    );
  if (name === next) return <Chosen>From {from}</Chosen>;
  if (isForLater(subscription, offer))
    return (
      <Button block busy={busy} needsServer onClick={onChoose}>
        <span>
          Change on {from}
          <span className="screen-reader"> to {title}</span>
        </span>
      </Button>
    );
  return (
    <Button
      variant={dueOf(offer).units > 0n ? 'primary' : 'secondary'}
      block
      disabled={busy}
      needsServer
      onClick={onChoose}
    >
      Change to {title}
    </Button>
  );
}

/** Text in place of the button on other plan cards. */
const Chosen = ({ children }: { children: ReactNode }) => (
  <p className={`button button-block ${styles.chosen}`}>{children}</p>
);
