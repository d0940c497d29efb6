import { endpoints } from '@florin/contract';
import { formatAmount, toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { Outcome } from './outcome.tsx';
import { useSimulation } from './use-simulation.ts';
import styles from './simulate.module.css';

/** Simulates the arrival of a bank transfer with the account's payment reference. */
export function DepositArrives() {
  const { submit, busy } = useMoneyCommand(endpoints.simulateBankTransfer);
  const [currency, setCurrency] = useState<FiatCode>('USD');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const arrival = useSimulation(
    async (amount: Amount<FiatCode>) => (await submit({ amount: toDecimal(amount), currency: amount.asset })) && amount,
    (amount) => `${formatAmount(amount)} arrived in your ${amount.asset} wallet.`,
  );
  return (
    <form
      className={styles.form}
      aria-labelledby="deposit-arrives"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { amount, problem } = readAmount(currency, typed);
        setFault(problem);
        if (amount) void arrival.run(amount);
      }}
    >
      <h3 id="deposit-arrives" className="heading-3">
        A deposit arrives
      </h3>
      <AmountField
        label="Amount"
        asset={currency}
        value={typed}
        onChange={setTyped}
        onCurrencyChange={setCurrency}
        error={fault}
      />
      <div className="actions">
        <Button type="submit" busy={busy} needsServer>
          Receive the transfer
        </Button>
      </div>
      <Outcome done={arrival.done} error={arrival.error} />
    </form>
  );
}
