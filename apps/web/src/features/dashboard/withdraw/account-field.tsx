import { isLive } from '../../../api/page-settings.ts';
import { BankAccountChoice } from '../../../wallet-ui/bank-account/bank-account-choice.tsx';
import { inCurrency } from '../../../wallet-ui/bank-account/account-currency.ts';
import { SandboxMethods, type SandboxOffer } from '../../../wallet-ui/sandbox-methods.tsx';
import { MethodField } from '../money-dialog/method-field.tsx';
import type { Withdrawal } from './use-withdrawal.ts';

type AccountFieldProps = { withdrawal: Withdrawal; onAdd: () => void };

const offer: SandboxOffer = { title: 'Add a sandbox bank account', tokens: ['tok_bank'] };

/** Selects a bank account in the wallet's currency, or offers to add an account. */
export function AccountField({ withdrawal, onAdd }: AccountFieldProps) {
  const { accounts, account, errors, change } = withdrawal;
  const choose = (accountId: string) => change({ accountId });
  if (accounts.length === 0) return <NoAccount {...{ withdrawal, onAdd }} onAdded={choose} />;
  return (
    <div className="add-card">
      <MethodField
        label="Bank account"
        methods={accounts}
        value={account?.id}
        onChange={choose}
        error={errors.account}
        offer={offer}
      />
      <button type="button" className="link small" onClick={onAdd}>
        {isLive() ? 'Add another bank account' : 'Add your own bank account'}
      </button>
    </div>
  );
}

type NoAccountProps = AccountFieldProps & { onAdded: (accountId: string) => void };

function NoAccount({ withdrawal: { currency, hasOthers, errors }, onAdd, onAdded }: NoAccountProps) {
  const none = hasOthers
    ? `None of your bank accounts is in ${inCurrency[currency]}.`
    : `You have no bank account for ${inCurrency[currency]} yet.`;
  if (isLive()) return <BankAccountChoice legend={`${none} Add one:`} error={errors.account} onChoose={onAdd} />;
  return (
    <>
      {hasOthers && <p className="small">{none}</p>}
      <SandboxMethods offer={offer} onAdded={({ id }) => onAdded(id)} error={errors.account} />
      <BankAccountChoice legend="Or your own, by its number" onChoose={onAdd} />
    </>
  );
}
