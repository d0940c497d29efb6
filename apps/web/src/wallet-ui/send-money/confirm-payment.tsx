import type { Recipient } from '@florin/contract';
import { feePercent, formatAmount, priceSend } from '@florin/money';
import { Mail } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AmountText } from '../amount-text.tsx';
import { FeeSummary } from '../fee-summary.tsx';
import type { Question } from './check-payment.ts';
import { ReasonNotice } from './reason-notice.tsx';

type ConfirmPaymentProps = {
  /** Undefined while there is nothing to ask. */
  question: Question | undefined;
  onConfirm: () => void;
  onCallOff: () => void;
  busy: boolean;
  /** Who gets the focus afterwards. */
  returnFocusTo: () => HTMLElement | null | undefined;
};

/** Asks once more, with every reason there is for it. Money leaves only on its first button. */
export function ConfirmPayment({ question, onConfirm, onCallOff, busy, returnFocusTo }: ConfirmPaymentProps) {
  if (!question) return null;
  const { payment, recipient, reasons } = question;
  const price = priceSend(payment.amount);
  return (
    <Dialog open onOpenChange={onCallOff} returnFocusTo={returnFocusTo} title={`Send ${formatAmount(price.amount)}?`}>
      <RecipientLine recipient={recipient} to={payment.to} />
      <FeeSummary
        lines={[
          { label: 'They get', value: <AmountText amount={price.amount} /> },
          { label: `Fee (${feePercent('send')})`, value: <AmountText amount={price.fee} /> },
        ]}
        total={{ label: 'Total', value: <AmountText amount={price.total} /> }}
      />
      {reasons.map((reason) => (
        <ReasonNotice key={reason.kind} reason={reason} question={question} />
      ))}
      <div className="actions">
        <Button variant="primary" busy={busy} needsServer onClick={onConfirm}>
          {busy ? 'Processing...' : 'Send'}
        </Button>
        <Button disabled={busy} onClick={onCallOff}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** The address in full, however long: it is what is to be checked. */
function RecipientLine({ recipient, to }: { recipient: Recipient | null; to: string }) {
  const name = recipient?.name ?? null;
  return (
    <div className="row">
      {name === null ? (
        <span className="avatar" aria-hidden>
          <Icon as={Mail} />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <span>
        <span className="t block whitespace-normal wrap-anywhere">{name ?? to}</span>
        <span className="s block whitespace-normal wrap-anywhere">{recipient && secondLine(recipient)}</span>
      </span>
    </div>
  );
}

/** What the reader calls the contact is no proof of who has the address now, and stands beside it. */
function secondLine({ name, email, registered, contact_name: contactName }: Recipient): string {
  if (name === null) return registered ? 'Has a Florin account' : 'No Florin account';
  // A node of the version before says nothing of it.
  return contactName ? `${email} · ${contactName} in your contacts` : email;
}
