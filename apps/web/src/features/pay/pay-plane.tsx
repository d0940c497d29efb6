import type { Amount } from '@florin/money';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import styles from './pay.module.css';

type PayPlaneProps = {
  email: string;
  /** The account's name from the server, for members only. Never take a name from the link. */
  name?: string | null;
  /** The relation of payer and payee, such as an earlier payment. */
  hint?: string | undefined;
  /** The requested amount, or a placeholder text. */
  asked: Amount | string;
  note: string | undefined;
  /** The form or message next to the details. */
  children: ReactNode;
};

/** Shows the payee, amount and note on the slab, next to a form or message. */
export function PayPlane({ email, name, hint, asked, note, children }: PayPlaneProps) {
  return (
    <div className={styles.grid}>
      <section className="slab" aria-label="Payment details">
        <Rosette size={760} />
        <div className={styles.to}>
          {name ? (
            <Avatar name={name} />
          ) : (
            <span className="avatar" aria-hidden>
              <Icon as={Mail} />
            </span>
          )}
          <div>
            <p className="small muted">Pay</p>
            <b>{name ? <bdi>{name}</bdi> : email}</b>
            {name && <p className="small muted">{email}</p>}
            {hint !== undefined && <p className="small muted">{hint}</p>}
          </div>
        </div>
        <div className={styles.amount}>
          <Asked asked={asked} />
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </section>
      {children}
    </div>
  );
}

function Asked({ asked }: { asked: Amount | string }) {
  if (typeof asked === 'string') {
    return (
      <>
        <p className="muted">Amount</p>
        <p className="figure figure-large">{asked}</p>
      </>
    );
  }
  return (
    <>
      <p className="muted">Requested</p>
      <p className="figure figure-hero">
        <AmountText amount={asked} />
      </p>
    </>
  );
}
