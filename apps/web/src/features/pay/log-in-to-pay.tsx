import { feePercent, priceSend, type Amount } from '@florin/money';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { AmountUnreadable } from './amount-unreadable.tsx';
import type { PayLink } from './pay-link.ts';
import { PayPlane } from './pay-plane.tsx';
import { useWayBack } from './use-way-back.ts';
import styles from './pay.module.css';
import { brandName } from '../../ui/brand.ts';
import { fees } from '../../api/fees.ts';

type LogInToPayProps = {
  link: PayLink;
  /** True if the link names a request. The server, not the link, knows its amount. */
  isRequest: boolean;
};

/** Shows a visitor the link's content and how to log in. Looks the same for known and unknown addresses. */
export function LogInToPay({ link, isRequest }: LogInToPayProps) {
  const back = useWayBack();
  const { amount } = link;
  const placeholder = isRequest ? 'Shown after you log in' : 'You choose';
  return (
    <>
      <PayPlane email={link.email} asked={amount ?? placeholder} note={link.note}>
        <div className={styles.right}>
          <h1>Log in to pay</h1>
          <p className="muted">You will return to this payment.</p>
          {amount && <Price amount={amount} />}
          {link.amountUnreadable && <AmountUnreadable />}
          <div className="buttons">
            <Link className={buttonClass({ variant: 'primary', size: 'l' })} to="/login" search={back}>
              Log In
            </Link>
            <Link className={buttonClass({ size: 'l' })} to="/signup" search={back}>
              Sign Up
            </Link>
          </div>
        </div>
      </PayPlane>
      <div className={`${styles.foot} small muted`}>
        <span>Check the address. {brandName} shows its owner’s name only after you log in.</span>
        <span>
          Did not expect this?{' '}
          <Link className="link" to="/">
            What is {brandName}
          </Link>
        </span>
      </div>
    </>
  );
}

function Price({ amount }: { amount: Amount }) {
  const price = priceSend(amount, fees.send);
  return (
    <FeeSummary
      lines={[
        { label: 'They get', value: <AmountText amount={price.amount} /> },
        { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={price.fee} /> },
      ]}
      total={{ label: 'You pay', value: <AmountText amount={price.total} /> }}
    />
  );
}
