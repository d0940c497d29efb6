import { Mail } from 'lucide-react';
import { useState } from 'react';
import { CodeInput } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { State, States } from './states.tsx';

export function FieldStates() {
  const [amount, setAmount] = useState('1,000.50');
  const [code, setCode] = useState('149');
  return (
    <States title="Fields">
      <State name="empty, with help" wide>
        <Field label="Email" help="No account needed.">
          <TextInput icon={Mail} placeholder="name@example.com" />
        </Field>
      </State>
      <State name="with error" wide>
        <Field label="Email" error="Please enter a valid email">
          <TextInput icon={Mail} defaultValue="jonas@" />
        </Field>
      </State>
      <State name="read-only" wide>
        <Field label="Full Name">
          <TextInput defaultValue="Ines Almeida" readOnly />
        </Field>
      </State>
      <State name="disabled" wide>
        <Field label="Full Name">
          <TextInput defaultValue="Ines Almeida" disabled />
        </Field>
      </State>
      <State name="password" wide>
        <Field label="Password">
          <PasswordInput defaultValue="double-entry" />
        </Field>
      </State>
      <State name="money" wide>
        <AmountField
          label="Amount"
          asset="USD"
          value={amount}
          onChange={setAmount}
          onCurrencyChange={() => undefined}
        />
      </State>
      <State name="money, too much" wide>
        <AmountField label="Amount" asset="USD" value={amount} onChange={setAmount} error="Insufficient balance" />
      </State>
      <State name="coins" wide>
        <AmountField label="Amount" asset="BTC" value="0.00421337" onChange={() => undefined} unit="BTC" />
      </State>
      <State name="list" wide>
        <Field label="Payment method">
          <Select defaultValue="visa">
            <option value="visa">Visa ••••4242</option>
            <option value="bank">First Harbor Bank ••••6789</option>
          </Select>
        </Field>
      </State>
      <State name="search" wide>
        <SearchInput label="Search by name or symbol" placeholder="Search" />
      </State>
      <State name="note" wide>
        <Field label="Note">
          <TextArea defaultValue="Concert tickets" />
        </Field>
      </State>
      <State name="code" wide>
        <Field label="Six-digit code">
          <CodeInput value={code} onChange={setCode} />
        </Field>
      </State>
    </States>
  );
}
