import type { PaymentMethod } from '@florin/contract';
import { zero } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { OutcomeHead } from '../money-dialog/outcome-head.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { DepositMethodField } from './deposit-method-field.tsx';
import { shortName, type DepositOrder } from './deposit.ts';
import type { Deposit } from './use-deposit.ts';

type DepositDeclinedProps = {
  deposit: Deposit;
  order: DepositOrder;
  sentence: string;
  methods: readonly PaymentMethod[];
};

/** Shows that the deposit was declined and nothing was charged. Offers another payment method. */
export function DepositDeclined({ deposit, order, sentence, methods }: DepositDeclinedProps) {
  const others = methods.filter(({ id }) => id !== order.method.id);
  const other = others.find(({ id }) => id === deposit.fields.method?.id);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void deposit.add();
      }}
    >
      <OutcomeHead tone="bad" title={`${order.method.label} was declined`}>
        Nothing was charged
      </OutcomeHead>
      <Notice icon={TriangleAlert} tone="bad">
        {sentence}
      </Notice>
      <dl className="sum">
        <div>
          <dt>Attempted</dt>
          <dd>
            <AmountText amount={order.amount} />
          </dd>
        </div>
        <div>
          <dt>Charged</dt>
          <dd>
            <AmountText amount={zero(order.amount.asset)} />
          </dd>
        </div>
      </dl>
      <DepositMethodField deposit={deposit} methods={others} error={undefined} />
      <div className="actions">
        <Button ref={useFocusOnMount<HTMLButtonElement>()} type="submit" variant="primary" needsServer>
          {other ? `Try again with ${shortName(other)}` : 'Try again'}
        </Button>
        <Button onClick={deposit.edit}>Change amount</Button>
      </div>
    </form>
  );
}
