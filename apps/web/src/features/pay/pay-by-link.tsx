import type { Recipient } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { useRecipient } from '../../wallet-ui/send-money/recipient-query.ts';
import { SendMoneyForm } from '../../wallet-ui/send-money/send-money-form.tsx';
import { useSendMoney } from '../../wallet-ui/send-money/use-send-money.ts';
import { AmountUnreadable } from './amount-unreadable.tsx';
import type { PayLink } from './pay-link.ts';
import { PayPlane } from './pay-plane.tsx';
import styles from './pay.module.css';

/** Shows a member the Send form, filled in from the link. */
export function PayByLink({ link }: { link: PayLink }) {
  const { email, amount, currency, note } = link;
  const form = useSendMoney({
    recipient: email,
    note,
    ...(amount && { amount: toDecimal(amount) }),
    ...(currency && { currency }),
  });
  const { user } = useSession();
  const { recipient: payee } = useRecipient(email, user?.email);
  const name = payee?.registered ? payee.name : null;
  return (
    <PayPlane email={email} name={name} hint={payee && hintOf(payee)} asked={amount ?? 'You choose'} note={note}>
      <SendMoneyForm
        form={form}
        gets={name ? `${name} gets` : 'They get'}
        currencyFixed={currency !== undefined}
        className={styles.right}
        actionsClassName="buttons"
      >
        <h1>Send Money</h1>
        <ConfirmEmailFirst to="send money" />
        {link.amountUnreadable && <AmountUnreadable />}
        {form.errors.recipient && (
          <Notice icon={TriangleAlert} tone="bad">
            {form.errors.recipient}
          </Notice>
        )}
      </SendMoneyForm>
    </PayPlane>
  );
}

/**
 * Shows the contact's name next to the account's name, because the account's name does not prove the ownership of the
 * account.
 */
function hintOf({ known, contact_name: contact }: Recipient): string | undefined {
  if (known) return 'You have paid this account before.';
  return contact === null ? undefined : `You saved this address as ${contact}.`;
}
