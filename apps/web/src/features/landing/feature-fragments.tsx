import { amountOf, type Amount } from '@florin/money';
import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { DirectionRing } from '../../wallet-ui/direction-ring.tsx';
import { ConfiguredAmount } from './configured-amount.tsx';
import { sample } from './landing-content.ts';
import { fallingLine, pathThrough, risingLine } from './sample-lines.ts';
import styles from './feature-grid.module.css';

export function RecentPayments() {
  const { received, recipient, sentNote } = sample;
  return (
    <>
      <Row lead={<DirectionRing kind="receive" />} title={`Received from ${received.from}`} under={received.note}>
        <AmountText amount={received.amount} sign="always" tone="in" />
      </Row>
      <Row lead={<DirectionRing kind="send" />} title={`Sent to ${recipient.name}`} under={sentNote}>
        <ConfiguredAmount name="sample.total" sign="−" />
      </Row>
    </>
  );
}

export function CoinPrices() {
  return (
    <>
      <CoinRow symbol="BTC" name="Bitcoin" price={bitcoinPrice} change="2.41" heights={risingLine} />
      <CoinRow symbol="ETH" name="Ethereum" price={etherPrice} change="-1.12" heights={fallingLine} />
    </>
  );
}

const bitcoinPrice = amountOf('USD', 6_418_240n);
const etherPrice = amountOf('USD', 312_455n);

export function SecurityList() {
  return (
    <>
      <Pair name="Passwords" value="Argon2id" />
      <Pair name="Books" value="Append-only" />
      <Pair name="Last check" value={<Badge tone="ok">Clean</Badge>} />
    </>
  );
}

export function TransactionSpeed() {
  return (
    <>
      <Pair name="Sent" value="09:12:04" />
      <Pair name={<Status tone="ok">Completed</Status>} value="09:12:05" />
    </>
  );
}

export function WorldRates() {
  return sample.rates.map(({ from, to }) => <Pair key={to} name={from} value={to} />);
}

export function HiddenFigure() {
  const hidden = (
    <span className={styles.keyValueIcon}>
      <Icon as={EyeOff} size={16} />
      Hidden
    </span>
  );
  return (
    <>
      <div className={styles.veil}>
        <span className="figure">$</span>
        <i />
      </div>
      <Pair name={hidden} value="until you show it" />
    </>
  );
}

function Pair({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <div className={styles.keyValue}>
      <span>{name}</span>
      <span>{value}</span>
    </div>
  );
}

type RowProps = { lead: ReactNode; title: string; under: string; children: ReactNode };

function Row({ lead, title, under, children }: RowProps) {
  return (
    <div className="row">
      {lead}
      <RowText title={title} under={under} />
      <span className="row-end">{children}</span>
    </div>
  );
}

type CoinRowProps = {
  symbol: string;
  name: string;
  price: Amount<'USD'>;
  change: string;
  heights: readonly number[];
};

function CoinRow({ symbol, name, price, change, heights }: CoinRowProps) {
  return (
    <div className="row row-coin">
      <CoinIcon symbol={symbol} />
      <RowText title={name} under={symbol} />
      <svg
        className={clsx('sparkline', change.startsWith('-') ? 'negative' : 'positive')}
        width="64"
        height="24"
        viewBox="0 0 64 24"
      >
        <path d={pathThrough(heights, 64)} />
      </svg>
      <span className="row-end">
        <AmountText amount={price} />
        <br />
        <span className="small">
          <Delta percent={change} />
        </span>
      </span>
    </div>
  );
}

function RowText({ title, under }: { title: string; under: string }) {
  return (
    <span>
      <span className="row-title block">{title}</span>
      <span className="row-subtitle block">{under}</span>
    </span>
  );
}
