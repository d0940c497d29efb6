import type { Amount } from '@florin/money';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';

type PayPlaneProps = {
  email: string;
  /** The account's, as the server tells it to members; a link does not say it, and would prove nothing. */
  name?: string | null;
  /** What the payer and the payee have to do with each other. */
  hint?: string | undefined;
  /** What is asked for, or the words in its place. */
  asked: Amount | string;
  note: string | undefined;
  /** What there is to do about it. */
  children: ReactNode;
};

/** Who asks for what on the slab, and beside it the sheet. */
export function PayPlane({ email, name, hint, asked, note, children }: PayPlaneProps) {
  return (
    <div className="pay-g">
      <section className="slab" aria-label="What is asked for">
        <Rosette size={760} />
        <div className="pay-to">
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
        <div className="pay-amt">
          <Asked asked={asked} />
          {note && <p className="pay-note">{note}</p>}
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
        <p className="fig fig-l">{asked}</p>
      </>
    );
  }
  return (
    <>
      <p className="muted">Asked for</p>
      <p className="fig fig-hero">
        <AmountText amount={asked} />
      </p>
    </>
  );
}
