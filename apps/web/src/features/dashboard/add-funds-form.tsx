import type { PaymentMethod } from '@florin/contract';
import { formatAmount, parseTyped, zero, type Amount, type FiatCode } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';
import { CardField } from './card-field.tsx';
import { boundsText } from './deposit.ts';
import { QuickAmounts } from './quick-amounts.tsx';
import { useDepositForm, type AddFundsCommand } from './use-deposit-form.ts';

type AddFundsFormProps = {
  currency: FiatCode;
  cards: readonly PaymentMethod[];
  command: AddFundsCommand;
  onClose: () => void;
};

export function AddFundsForm({ currency, cards, command, onClose }: AddFundsFormProps) {
  const { fields, errors, refusal, amountInput, change, submit } = useDepositForm({
    currency,
    cards,
    command,
    onClose,
  });
  const { amount } = parseTyped(fields.currency, fields.amount, decimalSeparator());
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <AmountField
        ref={amountInput}
        label="Amount"
        asset={fields.currency}
        value={fields.amount}
        onChange={(typed) => change({ amount: typed })}
        onCurrencyChange={(code) => change({ currency: code })}
        end={`To ${currencyName[fields.currency]}`}
        error={errors.amount}
      />
      <QuickAmounts currency={fields.currency} amount={amount} onChoose={(typed) => change({ amount: typed })} />
      <CardField
        cards={cards}
        value={fields.methodId}
        onChange={(methodId) => change({ methodId })}
        error={errors.method}
      />
      <DepositSum amount={amount ?? zero(fields.currency)} card={cards.find(({ id }) => id === fields.methodId)} />
      <p className="small muted add-bounds">Arrives at once. No fee. Between {boundsText(fields.currency)}.</p>
      {refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={command.busy}>
          {command.busy ? 'Processing...' : submitText(amount)}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

const submitText = (amount: Amount | undefined) => (amount ? `Add ${formatAmount(amount)}` : 'Add Funds');

function DepositSum({ amount, card }: { amount: Amount; card: PaymentMethod | undefined }) {
  return (
    <FeeSummary
      lines={[
        { label: 'Added', value: <AmountText amount={amount} /> },
        { label: 'Fee', value: <AmountText amount={zero(amount.asset)} /> },
      ]}
      total={{ label: `${card?.brand ?? 'Your card'} is charged`, value: <AmountText amount={amount} /> }}
    />
  );
}
