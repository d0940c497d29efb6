import { fiatCodes } from '@florin/money';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { maySend, type KeyDraft, type KeyFaults } from './read-key-form.ts';
import styles from '../developers.module.css';

type KeyLimitsProps = { draft: KeyDraft; faults: KeyFaults; onChange: (part: Partial<KeyDraft>) => void };

/** The optional limits of a key. The limits of payments appear together with the scope for payments. */
export function KeyLimits({ draft, faults, onChange }: KeyLimitsProps) {
  return (
    <>
      {maySend(draft.scopes) && <PaymentLimits draft={draft} faults={faults} onChange={onChange} />}
      <Field label="Wallet" error={faults.wallet}>
        <Select value={draft.wallet} onChange={({ target }) => onChange({ wallet: target.value })}>
          <option value="">All wallets</option>
          {fiatCodes.map((code) => (
            <option key={code} value={code}>
              Only {currencyName[code]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Networks"
        end="Optional"
        help="The key works only from these addresses, such as 203.0.113.0/24"
        error={faults.networks}
      >
        <TextArea
          rows={2}
          value={draft.networks}
          spellCheck={false}
          onChange={({ target }) => onChange({ networks: target.value })}
        />
      </Field>
      <Field label="Expires" error={faults.expires}>
        <Select value={draft.expires} onChange={({ target }) => onChange({ expires: target.value })}>
          <option value="7">In 7 days</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In 1 year</option>
          <option value="">Never</option>
        </Select>
      </Field>
    </>
  );
}

function PaymentLimits({ draft, faults, onChange }: KeyLimitsProps) {
  const cap = (name: 'payment' | 'day' | 'month', label: string) => (
    <Field label={label} error={faults[name]}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        placeholder="No cap"
        maxLength={20}
        value={draft[name]}
        onChange={({ target }) => onChange({ [name]: target.value.replaceAll(/[^\d.]/g, '') })}
      />
    </Field>
  );
  return (
    <>
      <fieldset className={styles.caps}>
        <legend className="label">Caps in US dollars</legend>
        {cap('payment', 'Per payment')}
        {cap('day', 'Per day')}
        {cap('month', 'Per month')}
      </fieldset>
      <Field
        label="Recipients"
        end="Optional"
        help="Payments go only to these email addresses"
        error={faults.recipients}
      >
        <TextArea
          rows={2}
          value={draft.recipients}
          spellCheck={false}
          onChange={({ target }) => onChange({ recipients: target.value })}
        />
      </Field>
      <Checkbox
        checked={draft.confirmed}
        onChange={({ target }) => onChange({ confirmed: target.checked })}
        label="Payments need no further confirmation, within the caps"
      />
    </>
  );
}
