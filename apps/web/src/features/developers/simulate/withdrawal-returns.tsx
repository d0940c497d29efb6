import { endpoints, fromExact } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { transactionsQuery } from '../../../api/queries.ts';
import type { Transaction } from '../../../api/read/answers.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import { Outcome } from './outcome.tsx';
import { useSimulation } from './use-simulation.ts';
import styles from './simulate.module.css';

/** Simulates the bank's return of one of the latest withdrawals. */
export function WithdrawalReturns() {
  const { data } = useInfiniteQuery(transactionsQuery({ type: 'withdrawal' }));
  const [chosen, setChosen] = useState('');
  const withdrawals =
    data?.pages[0]?.items.filter(({ status }) => status === 'pending' || status === 'completed') ?? [];
  const withdrawal = withdrawals.find(({ id }) => id === chosen) ?? withdrawals[0];
  const { submit, busy } = useMoneyCommand(endpoints.simulateReturn, { params: { id: withdrawal?.id ?? '' } });
  const comeBack = useSimulation(
    // A returned withdrawal has the amount 0, so the text uses the transaction from before the return.
    async (line: Transaction) => (await submit()) && line,
    (line) => `${amountOf(line)} came back to your ${line.currency} wallet.`,
  );
  return (
    <form
      className={styles.form}
      aria-labelledby="withdrawal-returns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (withdrawal) void comeBack.run(withdrawal);
      }}
    >
      <h3 id="withdrawal-returns" className="heading-3">
        A withdrawal comes back
      </h3>
      <Field label="Withdrawal">
        <Select
          value={withdrawal?.id ?? ''}
          disabled={withdrawals.length === 0}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {withdrawals.length === 0 && <option value="">None</option>}
          {withdrawals.map((line) => (
            <option key={line.id} value={line.id}>
              {labelOf(line)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="actions">
        <Button
          type="submit"
          busy={busy}
          needsServer
          reason={withdrawals.length === 0 ? 'There is no withdrawal to return.' : undefined}
        >
          Return it
        </Button>
      </div>
      <Outcome done={comeBack.done} error={comeBack.error} />
    </form>
  );
}

/** The amount without its sign. */
function amountOf({ currency, amount_exact: exact }: Transaction): string {
  const { asset, units } = fromExact(currency, exact);
  return formatAmount({ asset, units: units < 0n ? -units : units });
}

const labelOf = (line: Transaction) =>
  [amountOf(line), transactionWhen(line.date), ...(line.status === 'pending' ? ['pending'] : [])].join(' · ');
