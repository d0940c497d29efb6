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
import { brandName } from '../../ui/brand.ts';
import { fees } from '../../api/fees.ts';

type ConfirmPaymentProps = {
  /** Undefined while no confirmation is needed. */
  question: Question | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  busy: boolean;
  /** Returns the element that gets the focus after the dialog closes. */
  returnFocusTo: () => HTMLElement | null | undefined;
};

/** Asks for confirmation and lists every reason. Only the Send button sends the money. */
export function ConfirmPayment({ question, onConfirm, onCancel, busy, returnFocusTo }: ConfirmPaymentProps) {
  if (!question) return null;
  const { payment, recipient, reasons } = question;
  const price = priceSend(payment.amount, fees.send);
  return (
    <Dialog open onOpenChange={onCancel} returnFocusTo={returnFocusTo} title={`Send ${formatAmount(price.amount)}?`}>
      <RecipientLine recipient={recipient} to={payment.to} />
      <FeeSummary
        lines={[
          { label: 'They get', value: <AmountText amount={price.amount} /> },
          { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={price.fee} /> },
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
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows the full address, however long, because the member must check the address. */
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
        <span className="row-title block wrap-anywhere">{name ?? to}</span>
        <span className="row-subtitle block wrap-anywhere">{recipient && secondLine(recipient)}</span>
      </span>
    </div>
  );
}

/** Shows the contact's name next to the address, because the name does not prove the current owner of the address. */
function secondLine({ name, email, registered, contact_name: contactName }: Recipient): string {
  if (name === null) return registered ? `Has a ${brandName} account` : `No ${brandName} account`;
  // During an update, a server of the previous version sends no contact name.
  return contactName ? `${email} · ${contactName} in your contacts` : email;
}
