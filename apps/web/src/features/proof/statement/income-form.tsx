import { endpoints, type Payer } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { api } from '../../../api/client.ts';
import { payersQuery } from '../../../api/queries-of-proofs.ts';
import { refusalFields } from '../../../api/refusal-text.ts';
import { useSession } from '../../../api/session.ts';
import { serverDate } from '../../../api/server-time.ts';
import { useCommand } from '../../../api/use-command.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { monthName, monthOf, monthsBetween } from '../../../wallet-ui/months.ts';
import { DaysField, type Days } from './days-field.tsx';
import { MakeStatement } from './make-statement.tsx';

type IncomeFormProps = { onMade: (statement: string | undefined) => void };

/** States the payments of one payer in whole months. */
export function IncomeForm({ onMade }: IncomeFormProps) {
  const { data, error, isFetching, refetch } = useQuery(payersQuery);
  const { user } = useSession();
  const [first, ...others] = data ?? [];
  if (first) return <FilledForm payers={[first, ...others]} onMade={onMade} />;
  if (data)
    return (
      <EmptyState title="No payments from members yet">
        A payment from another member, such as {user?.business ? 'a customer' : 'an employer'}, can be stated here.
      </EmptyState>
    );
  if (isFetching) return <FormSkeleton />;
  return <LoadFailed message="Could not load who paid you" error={error} onRetry={() => void refetch()} />;
}

const FormSkeleton = () => (
  <div aria-busy>
    {Array.from({ length: 4 }, (_, row) => (
      <Skeleton key={row} width="100%" height={56} className="space-above-4" />
    ))}
  </div>
);

type Currency = Payer['currencies'][number];
type Input = { payer: string; currency: Currency; from: string; to: string; days: Days };
const mostMonths = 24;

function FilledForm({ payers, onMade }: IncomeFormProps & { payers: [Payer, ...Payer[]] }) {
  const [months] = useState(lastMonths);
  const [email, setEmail] = useState(payers[0].email);
  const payer = payers.find((one) => one.email === email) ?? payers[0];
  const [chosen, setChosen] = useState<string>();
  const currency = payer.currencies.find((code) => code === chosen) ?? payer.currencies[0] ?? 'USD';
  const [from, setFrom] = useState(months[3] ?? '');
  const [to, setTo] = useState(months[1] ?? '');
  const [days, setDays] = useState<Days>(7);
  const { run, busy, error, reset } = useCommand({
    call: (body: Input) => api.call(endpoints.shareIncome, { body }),
    onDone: ({ statement }) => onMade(statement),
  });
  const problems = refusalFields(error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onMade(undefined);
    run({ payer: payer.email, currency, from, to, days });
  };
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    reset();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Choice label="Payer" value={payer.email} onChange={change(setEmail)}>
        {payers.map((one) => (
          <option key={one.email} value={one.email}>
            {one.name} ({one.email})
          </option>
        ))}
      </Choice>
      <Choice label="Wallet" value={currency} onChange={change(setChosen)}>
        {payer.currencies.map((code) => (
          <option key={code} value={code}>
            {currencyName[code]} ({code})
          </option>
        ))}
      </Choice>
      <Choice label="First month" value={from} onChange={change(setFrom)} error={problems['from']}>
        <Months months={months} />
      </Choice>
      <Choice label="Last month" value={to} onChange={change(setTo)} error={problems['to']} help="Months are in UTC.">
        <Months months={months} />
      </Choice>
      <DaysField value={days} onChange={setDays} />
      <MakeStatement busy={busy} error={(problems['from'] ?? problems['to']) ? null : error} />
    </form>
  );
}

/** Returns this month and the previous months, newest first. */
function lastMonths(): string[] {
  const now = serverDate();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - mostMonths + 1));
  return monthsBetween(monthOf(first.toISOString()), monthOf(now.toISOString()));
}

const Months = ({ months }: { months: readonly string[] }) =>
  months.map((month, at) => (
    <option key={month} value={month}>
      {monthName(month)}
      {at === 0 && ', so far'}
    </option>
  ));

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  help?: string;
  children: ReactNode;
};

const Choice = ({ label, value, onChange, error, help, children }: ChoiceProps) => (
  <Field label={label} error={error} help={help}>
    <Select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {children}
    </Select>
  </Field>
);
