import type { Wallet } from '@florin/contract';
import { toDecimal, zero } from '@florin/money';
import { Clock, TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { timeLeft } from '../../../wallet-ui/held-price/time-left.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { AddFundsLink, WaysOut } from '../../../wallet-ui/ways-out.tsx';
import { walletOf } from '../balances.ts';
import { AvailableAmount } from '../money-dialog/available-amount.tsx';
import { useAmountFocus } from '../money-dialog/use-amount-focus.ts';
import { ExchangeActions } from './exchange-actions.tsx';
import { ExchangeSum } from './exchange-sum.tsx';
import { exchangeSum, shortageOf } from './exchange.ts';
import { TargetSide } from './target-side.tsx';
import type { Exchange } from './use-exchange.ts';
import { useRate, type Rate } from './use-rate.ts';
import styles from '../money-dialog/money-dialog.module.css';

type Stage = Extract<Exchange['stage'], { name: 'entry' }>;

type ExchangeFormProps = { exchange: Exchange; stage: Stage; wallets: readonly Wallet[]; onClose: () => void };

export function ExchangeForm({ exchange, stage, wallets, onClose }: ExchangeFormProps) {
  const { typed, errors, change, refuse } = exchange;
  const wallet = walletOf(typed.from, wallets);
  const { amount, problem } = readAmount(typed.from, typed.amount);
  const shortage = amount && shortageOf(amount, wallet);
  const rate = useRate(amount && !shortage ? { amount, to: typed.to } : undefined, stage.rejectedQuote);
  const amountInput = useAmountFocus(errors, errors.amount);
  const sum = exchangeSum(amount ?? zero(typed.from));

  const submit = () => {
    if (exchange.busy) return;
    if (problem !== undefined) return refuse(problem);
    if (rate.state === 'held' && rate.isUsable) return void exchange.exchange(rate.quote);
    if (rate.state === 'expired' || rate.state === 'failed') return rate.renew();
    if (shortage || rate.problem !== undefined) amountInput.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        ref={amountInput}
        label={`From ${currencyName[typed.from]}`}
        asset={typed.from}
        value={typed.amount}
        onChange={(text) => change({ amount: text })}
        end={<AvailableAmount wallet={wallet} />}
        error={errors.amount ?? shortage?.sentence ?? rate.problem}
      />
      {shortage && (
        <WaysOut>
          <AddFundsLink currency={typed.from} />
        </WaysOut>
      )}
      <TargetSide exchange={exchange} quote={rate.shown} isCurrent={rate.state === 'held'} />
      <ExchangeSum sum={sum} />
      {!exchange.busy && <RateNotice rate={rate} refusal={exchange.refusal} />}
      <ExchangeActions
        total={amount && sum.total}
        max={shortage?.max}
        rate={rate}
        busy={exchange.busy}
        onUse={(max) => {
          change({ amount: toDecimal(max) });
          amountInput.current?.focus();
        }}
        onClose={onClose}
      />
    </form>
  );
}

/** Shows the time left on the rate, its expiry, or an error. */
function RateNotice({ rate, refusal }: { rate: Rate; refusal: string | undefined }) {
  const error = refusal ?? (rate.state === 'failed' ? rate.sentence : undefined);
  return (
    <>
      {rate.state === 'held' && <HeldRate secondsLeft={rate.secondsLeft} ofSeconds={rate.quote.expires_in_seconds} />}
      {error !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {error}
        </Notice>
      )}
      {rate.state === 'expired' && (
        <Notice icon={Clock} tone="warn">
          <b>This rate has expired.</b> Get a new rate to continue.
        </Notice>
      )}
    </>
  );
}

const radius = 7.5;

type HeldRateProps = { secondsLeft: number; ofSeconds: number };

/** Shows the time left on the rate as text and as an emptying ring. */
function HeldRate({ secondsLeft, ofSeconds }: HeldRateProps) {
  return (
    <p className={`small muted ${styles.held}`}>
      <svg className={styles.rateRing} width="18" height="18" viewBox="0 0 18 18" aria-hidden>
        <g transform="rotate(-90 9 9)" fill="none" strokeWidth="3">
          <circle cx="9" cy="9" r={radius} />
          <circle
            className={styles.left}
            cx="9"
            cy="9"
            r={radius}
            pathLength={1}
            strokeDasharray={`${secondsLeft / ofSeconds} 1`}
          />
        </g>
      </svg>
      Rate held for {timeLeft(secondsLeft)}
    </p>
  );
}
