import type { PaymentMethod } from '@florin/contract';
import {
  amountOf,
  assetOf,
  formatAmount,
  formatParts,
  toDecimal,
  zero,
  type Amount,
  type FiatCode,
} from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { boundsText, isWithin } from '../money-dialog/money-bounds.ts';
import { useAmountFocus } from '../money-dialog/use-amount-focus.ts';
import { DepositMethodField } from './deposit-method-field.tsx';
import { DepositSum } from './deposit-sum.tsx';
import type { DepositErrors } from './deposit.ts';
import type { Deposit } from './use-deposit.ts';
import { policy } from '../../../api/policy.ts';

type AddFundsFormProps = {
  deposit: Deposit;
  methods: readonly PaymentMethod[];
  errors: DepositErrors;
  refusal: string | undefined;
  onClose: () => void;
};

export function AddFundsForm({ deposit, methods, errors, refusal, onClose }: AddFundsFormProps) {
  const { fields, busy, change, add } = deposit;
  const amountInput = useAmountFocus(errors, errors.amount);
  const { amount } = readAmount(fields.currency, fields.amount);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
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
      <DepositMethodField deposit={deposit} methods={methods} error={errors.method} />
      <DepositSum amount={amount ?? zero(fields.currency)} method={fields.method} />
      <p className="small muted">
        {fields.method?.type === 'bank' ? 'Arrives after your bank sends it.' : 'Instant.'} No fee. Between{' '}
        {boundsText(fields.currency, policy.deposits)}.
      </p>
      {refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Processing...' : submitText(amount)}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const submitText = (amount: Amount | undefined) => (amount ? `Add ${formatAmount(amount)}` : 'Add Funds');

const quickUnits = [50_00n, 100_00n, 250_00n, 500_00n];

type QuickAmountsProps = {
  currency: FiatCode;
  amount: Amount | undefined;
  onChoose: (typed: string) => void;
};

function QuickAmounts({ currency, amount, onChoose }: QuickAmountsProps) {
  return (
    <fieldset className="quick-amounts" aria-label="Quick amounts">
      {quickUnits
        .map((units) => amountOf(currency, units))
        .filter((quick) => isWithin(quick, policy.deposits))
        .map((quick) => (
          <Button
            key={quick.units}
            size="s"
            aria-pressed={amount?.units === quick.units}
            onClick={() => onChoose(toDecimal(quick))}
          >
            {assetOf(currency).sign}
            {formatParts(quick).major}
          </Button>
        ))}
    </fieldset>
  );
}
