import { toDecimal } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { SendMoneyForm } from '../../wallet-ui/send-money/send-money-form.tsx';
import { useSendMoney } from '../../wallet-ui/send-money/use-send-money.ts';
import { AmountUnreadable } from './amount-unreadable.tsx';
import type { PayLink } from './pay-link.ts';
import { PayPlane } from './pay-plane.tsx';

/** For a member: the Send form with what the link asks for. */
export function PayByLink({ link }: { link: PayLink }) {
  const { email, amount, currency, note } = link;
  const form = useSendMoney({
    recipient: email,
    note,
    ...(amount && { amount: toDecimal(amount) }),
    ...(currency && { currency }),
  });
  return (
    <PayPlane email={email} asked={amount ?? 'You choose'} note={note}>
      <SendMoneyForm
        form={form}
        gets="They get"
        currencyFixed={currency !== undefined}
        className="pay-r"
        actionsClassName="btns"
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
