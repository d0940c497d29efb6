import { endpoints } from '@florin/contract';
import { toDecimal, type FiatCode } from '@florin/money';
import { useRef, useState, type SyntheticEvent } from 'react';
import { api } from '../../../api/client.ts';
import { refusalFields } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { DaysField, type Days } from './days-field.tsx';
import { MakeStatement } from './make-statement.tsx';

type BalanceFormProps = { onMade: (statement: string | undefined) => void };
type Input = { currency: FiatCode; at_least: string; days: Days };

/** States that a wallet has at least an amount. */
export function BalanceForm({ onMade }: BalanceFormProps) {
  const [currency, setCurrency] = useState<FiatCode>('USD');
  const [text, setText] = useState('');
  const [days, setDays] = useState<Days>(7);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const refuse = (sentence: string | undefined) => {
    setProblem(sentence);
    if (sentence !== undefined) input.current?.focus();
  };
  const { run, busy, error } = useCommand({
    call: (body: Input) => api.call(endpoints.shareBalance, { body }),
    onDone: ({ statement }) => onMade(statement),
    onFailed: (failure) => refuse(refusalFields(failure)['at_least']),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { amount, problem: unread } = readAmount(currency, text);
    onMade(undefined);
    refuse(unread);
    if (amount) run({ currency, at_least: toDecimal(amount), days });
  };
  return (
    <form noValidate onSubmit={submit}>
      <AmountField
        ref={input}
        label="Available balance is at least"
        asset={currency}
        value={text}
        error={problem}
        onChange={(typed) => {
          setText(typed);
          setProblem(undefined);
        }}
        onCurrencyChange={(code) => {
          setCurrency(code);
          setProblem(undefined);
        }}
      />
      <DaysField value={days} onChange={setDays} />
      <MakeStatement busy={busy} error={problem === undefined ? error : null} />
    </form>
  );
}
