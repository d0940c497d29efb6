import type { FiatCode } from '@florin/money';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { GroupedInput, typedExactly } from './grouped-input.tsx';
import type { AccountField, TypedAccount } from './typed-account.ts';

type AccountFieldsProps = {
  currency: FiatCode;
  typed: TypedAccount;
  errorOf: (field: AccountField) => string | undefined;
  onChange: (field: AccountField, text: string) => void;
  /** Focuses the first field when it appears. */
  focused: boolean;
};

/** The fields that name a bank account in its currency. */
export function AccountFields({ currency, focused, ...form }: AccountFieldsProps) {
  const { typed, errorOf, onChange } = form;
  const focusedInput = useFocusOnMount<HTMLInputElement>();
  const firstInput = focused ? focusedInput : undefined;
  switch (currency) {
    case 'EUR':
      return (
        <Field label="IBAN" error={errorOf('iban')} help="Begins with two letters, such as NL">
          <GroupedInput
            inputRef={firstInput}
            name="iban"
            size={4}
            separator=" "
            autoCapitalize="characters"
            value={typed.iban}
            onChange={(text) => onChange('iban', text.toUpperCase())}
          />
        </Field>
      );
    case 'GBP':
      return (
        <>
          <Field label="Sort code" error={errorOf('sort_code')} help="6 digits">
            <GroupedInput
              inputRef={firstInput}
              name="sort_code"
              size={2}
              separator="-"
              inputMode="numeric"
              value={typed.sort_code}
              onChange={(text) => onChange('sort_code', text)}
            />
          </Field>
          <AccountNumber {...form} help="8 digits" />
        </>
      );
    case 'USD':
      return (
        <>
          <Field label="Routing number" error={errorOf('routing_number')} help="9 digits">
            <TextInput
              {...typedExactly}
              ref={firstInput}
              name="routing_number"
              inputMode="numeric"
              value={typed.routing_number}
              onChange={(event) => onChange('routing_number', event.currentTarget.value)}
            />
          </Field>
          <AccountNumber {...form} help="At most 17 digits" />
          <Field label="Account type" error={errorOf('account_type')}>
            <Select
              name="account_type"
              value={typed.account_type}
              onChange={(event) => onChange('account_type', event.currentTarget.value)}
            >
              <option value="">Choose the account type</option>
              <option value="checking">Checking</option>
              <option value="savings">Savings</option>
            </Select>
          </Field>
        </>
      );
  }
}

type AccountNumberProps = Pick<AccountFieldsProps, 'typed' | 'errorOf' | 'onChange'> & { help: string };

function AccountNumber({ typed, errorOf, onChange, help }: AccountNumberProps) {
  return (
    <Field label="Account number" error={errorOf('account_number')} help={help}>
      <TextInput
        {...typedExactly}
        name="account_number"
        inputMode="numeric"
        value={typed.account_number}
        onChange={(event) => onChange('account_number', event.currentTarget.value)}
      />
    </Field>
  );
}
