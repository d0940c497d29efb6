import type { PaymentMethod } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { TriangleAlert, UserRound } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../../ui/use-fields.ts';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { accountCurrencies } from './account-currency.ts';
import { AccountFields } from './account-fields.tsx';
import { blankAccount, fieldsOf, readAccount, type AccountErrors, type AccountField } from './typed-account.ts';
import { useAddBankAccount } from './use-add-bank-account.ts';
import styles from './bank-account-form.module.css';

type BankAccountFormProps = {
  /** The fixed currency. If undefined, the member chooses the currency. */
  currency?: FiatCode;
  onAdded: (method: PaymentMethod) => void;
  onCancel: () => void;
  cancelLabel: string;
};

/** Adds the member's own bank account by its number. */
export function BankAccountForm({ currency: fixed, onAdded, onCancel, cancelLabel }: BankAccountFormProps) {
  const { user } = useSession();
  const [chosen, setChosen] = useState<FiatCode>('EUR');
  const currency = fixed ?? chosen;
  const { fields, set, errorOf, clearErrors, setError } = useFields<AccountField>(blankAccount);
  const [trouble, setTrouble] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const form = useFirstErrorFocus(refusals);
  const firstChoice = useFocusOnMount<HTMLButtonElement>();

  const refuse = (errors: AccountErrors) => {
    for (const field of fieldsOf[currency]) if (errors[field] !== undefined) setError(field, errors[field]);
    setRefusals((before) => before + 1);
  };
  const { run, busy } = useAddBankAccount({
    onAdded: (method) => {
      toast.success(`${method.label} added`);
      onAdded(method);
    },
    onFailed: (error) => {
      const errors: AccountErrors = refusalFields(error);
      if (fieldsOf[currency].some((field) => errors[field] !== undefined)) refuse(errors);
      else setTrouble(troubleText(error));
    },
  });

  const clear = () => {
    clearErrors();
    setTrouble(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    clear();
    const { details, errors } = readAccount(currency, fields);
    if (details) run(details);
    else refuse(errors);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {fixed === undefined && (
        <div className="field">
          <div className="label" aria-hidden>
            Currency
          </div>
          <Segmented
            className={styles.currencies}
            label="Currency"
            pressedRef={firstChoice}
            segments={accountCurrencies}
            value={chosen}
            onChange={(next) => {
              if (busy) return;
              setChosen(next);
              clear();
            }}
          />
        </div>
      )}
      <AccountFields
        currency={currency}
        typed={fields}
        errorOf={errorOf}
        onChange={(field, text) => {
          set(field, text);
          setTrouble(undefined);
        }}
        focused={fixed !== undefined}
      />
      <Notice icon={UserRound}>
        The account must be in your own name{user && ': '}
        {user && <b>{user.name}</b>}.
      </Notice>
      {trouble !== undefined && (
        <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
          {trouble}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Adding...' : 'Add bank account'}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
