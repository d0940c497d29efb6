import type { ExchangeQuote } from '@florin/contract';
import { assetOf, formatParts, isFiat, zero, type Amount, type FiatCode } from '@florin/money';
import { clsx } from 'clsx';
import { ArrowDownUp } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { useFieldControl } from '../../../ui/field-control.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { momentText } from '../../../wallet-ui/day-text.ts';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';
import { targetsOf } from './exchange.ts';
import type { Exchange } from './use-exchange.ts';
import moneyDialogStyles from '../money-dialog/money-dialog.module.css';
import converterStyles from '../converter.module.css';

type TargetSideProps = {
  exchange: Exchange;
  quote: ExchangeQuote | undefined;
  /** Whether the quote is valid for the typed amount. */
  isCurrent: boolean;
};

/** Shows the swap button, the mid rate with its origin, and the received amount. */
export function TargetSide({ exchange: { typed, change }, quote, isCurrent }: TargetSideProps) {
  const { from, to } = typed;
  const received = quote ? fromExact(to, quote.received_exact) : zero(to);
  return (
    <>
      <div className={moneyDialogStyles.exchangeMiddle}>
        <IconButton
          className={moneyDialogStyles.exchangeSwap}
          icon={ArrowDownUp}
          label="Swap the two wallets"
          onClick={() => change({ from: to, to: from })}
        />
        <div className="small muted">
          {quote && <div>Mid rate {rateLine(quote)}</div>}
          {quote && <RateOrigin quote={quote} />}
        </div>
      </div>
      <Field label={`To ${currencyName[to]}`}>
        <span className={`input money ${converterStyles.result}`}>
          <span className="currency" aria-hidden>
            {assetOf(to).sign}
          </span>
          <ReceivedOutput amount={received} muted={!isCurrent} />
          <TargetSelect from={from} value={to} onChange={(code) => change({ to: code })} />
        </span>
      </Field>
    </>
  );
}

/** Shows the source and the time of a real rate. A sandbox’s fixed rate has no source and no time. */
function RateOrigin({ quote: { rate_source: source, rate_at: at } }: { quote: ExchangeQuote }) {
  if (source === undefined) return null;
  return <div>{at === undefined ? source : `${source}, ${momentText(at)}`}</div>;
}

function ReceivedOutput({ amount, muted }: { amount: Amount; muted: boolean }) {
  const { id } = useFieldControl();
  const { major, minor } = formatParts(amount);
  return (
    <output id={id} className={clsx(muted && 'muted')}>
      {major}
      {minor}
    </output>
  );
}

type TargetSelectProps = { from: FiatCode; value: FiatCode; onChange: (code: FiatCode) => void };

function TargetSelect({ from, value, onChange }: TargetSelectProps) {
  const choose = (code: string) => {
    if (isFiat(code)) onChange(code);
  };
  return (
    <Select bare aria-label="To currency" value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {targetsOf(from).map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  );
}
