import { endpoints, simulationBounds } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coinsQuery } from '../../../api/queries-of-coins.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { clockText } from '../../../wallet-ui/day-text.ts';
import { Outcome } from './outcome.tsx';
import { useSimulation } from './use-simulation.ts';
import styles from './simulate.module.css';

const { pricePercent } = simulationBounds;

/** Moves the simulated price of a coin. */
export function PriceMoves() {
  const { data: coins = [] } = useQuery(coinsQuery);
  const { submit, busy } = useMoneyCommand(endpoints.simulatePriceMove);
  const [symbol, setSymbol] = useState('BTC');
  const [typed, setTyped] = useState('10');
  const [fault, setFault] = useState<string>();
  const move = useSimulation(
    (percent: number) => submit({ symbol, percent }),
    ({ symbol: moved, percent, until }) =>
      `${moved} moves ${percent < 0 ? 'down' : 'up'} by ${Math.abs(percent)} % in 3 seconds. The move fades away until ${clockText(until)}.`,
  );
  return (
    <form
      className={styles.form}
      aria-labelledby="price-moves"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const percent = percentOf(typed);
        setFault(percent === undefined ? `Enter a number between −${pricePercent} and ${pricePercent}.` : undefined);
        if (percent !== undefined) void move.run(percent);
      }}
    >
      <h3 id="price-moves" className="heading-3">
        A price moves
      </h3>
      <div className={styles.pair}>
        <Field label="Coin">
          <Select value={symbol} onChange={({ currentTarget }) => setSymbol(currentTarget.value)}>
            {coins.length === 0 && <option value="BTC">BTC</option>}
            {coins.map((coin) => (
              <option key={coin.symbol} value={coin.symbol}>
                {coin.symbol}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Change in %" error={fault}>
          <TextInput
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setFault(undefined);
            }}
          />
        </Field>
      </div>
      <p className="small muted">Prices are the same for all members of this sandbox.</p>
      <div className="actions">
        <Button type="submit" busy={busy} needsServer>
          Move the price
        </Button>
      </div>
      <Outcome done={move.done} error={move.error} />
    </form>
  );
}

/** Reads `-12.5`, `−12,5` or `+12.5 %`. Returns undefined outside the bounds. */
function percentOf(text: string): number | undefined {
  const plain = text.trim().replace(/\s*%$/, '').replace('−', '-').replace(',', '.');
  const percent = Number(plain);
  const isUsable = plain !== '' && percent !== 0 && Math.abs(percent) <= pricePercent;
  return isUsable ? percent : undefined;
}
