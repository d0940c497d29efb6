import type { Limits, Wallet } from '@florin/contract';
import { formatAmount, toDecimal, zero, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Lock, TriangleAlert } from 'lucide-react';
import { limitsQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ConfirmEmailFirst } from '../../../wallet-ui/confirm-email-first.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { momentText } from '../../../wallet-ui/day-text.ts';
import { limitsLeft } from '../../../wallet-ui/outflow-limits.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { AddFundsLink, VerifyLink, WaysOut } from '../../../wallet-ui/ways-out.tsx';
import { AvailableAmount } from '../money-dialog/available-amount.tsx';
import { OwedNotice } from '../money-dialog/owed-notice.tsx';
import { useAmountFocus } from '../money-dialog/use-amount-focus.ts';
import { AccountField } from './account-field.tsx';
import { unansweredMessage, type Withdrawal } from './use-withdrawal.ts';
import { bankOf, excessOf } from './withdrawal.ts';

type WithdrawFormProps = {
  withdrawal: Withdrawal;
  wallet: Wallet;
  /** Opens the form that adds a bank account. */
  onAddAccount: () => void;
  onClose: () => void;
};

export function WithdrawForm({ withdrawal, wallet, onAddAccount, onClose }: WithdrawFormProps) {
  const { account, errors, busy, change, withdraw } = withdrawal;
  const { data: limits } = useQuery(limitsQuery);
  const { amount: typed } = readAmount(wallet.currency, withdrawal.amount);
  const amount = typed ?? zero(wallet.currency);
  // A retry is sent even if the balance is now too small: the first request may have held the money.
  const isRetry = withdrawal.isRetry(amount);
  const excess = isRetry ? undefined : excessOf(amount, wallet, limits);
  const error = withdrawal.refusal ?? (isRetry && !busy ? unansweredMessage() : undefined);
  const amountInput = useAmountFocus(errors, errors.amount);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void withdraw({ wallet, limits });
      }}
    >
      <ConfirmEmailFirst to="withdraw money" />
      <OwedNotice />
      <AmountField
        ref={amountInput}
        label="Amount"
        asset={wallet.currency}
        value={withdrawal.amount}
        onChange={(text) => change({ amount: text })}
        end={<AvailableAmount wallet={wallet} onUse={(text) => change({ amount: text })} />}
        error={errors.amount ?? excess?.sentence}
      />
      {excess && (
        <WaysOut max={excess.max} onUse={(max) => change({ amount: toDecimal(max) })}>
          {excess.of === 'balance' ? <AddFundsLink currency={wallet.currency} /> : <VerifyLink />}
        </WaysOut>
      )}
      <AccountField withdrawal={withdrawal} onAdd={onAddAccount} />
      <FeeSummary
        lines={[
          { label: `${(account && bankOf(account)) ?? 'Your bank'} gets`, value: <AmountText amount={amount} /> },
          { label: 'Fee', value: <AmountText amount={zero(wallet.currency)} /> },
        ]}
        total={{ label: 'Held now', value: <AmountText amount={amount} /> }}
      />
      {account?.withdrawals_from !== undefined && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>This bank account is new.</b> You can withdraw to it from {momentText(account.withdrawals_from)}.
        </Notice>
      )}
      <LimitsLeft limits={limits} currency={wallet.currency} />
      <Notice icon={Lock}>
        <b>{typed ? formatAmount(typed) : 'The amount'} is held until your bank receives it.</b> If it fails, you get
        the full amount back.
      </Notice>
      {error !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {error}
        </Notice>
      )}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          needsServer
          aria-disabled={excess !== undefined || undefined}
        >
          {busy ? 'Processing...' : typed ? `Withdraw ${formatAmount(typed)}` : 'Withdraw'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shows the remaining limits, in US dollars. Renders nothing until the limits load. The server enforces the limits. */
function LimitsLeft({ limits, currency }: { limits: Limits | undefined; currency: FiatCode }) {
  if (!limits) return null;
  const { day, month } = limitsLeft(limits);
  return (
    <p className="small muted">
      You can withdraw <AmountText amount={day} /> today, <AmountText amount={month} /> this month
      {currency === 'USD' ? '' : ', in US dollars'}.
    </p>
  );
}
