import { amountOf } from '@florin/money';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { DirectionRing } from '../../wallet-ui/direction-ring.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { State, States } from './states.tsx';
import styles from './gallery.module.css';

const kinds = ['send', 'receive', 'buy', 'sell', 'exchange', 'plan'] as const;
const usd = (cents: bigint) => amountOf('USD', cents);

export function FigureStates() {
  return (
    <>
      <States title="Figures">
        <State name="money">
          <AmountText amount={usd(4_498_763n)} />
        </State>
        <State name="outgoing">
          <AmountText amount={usd(-10_200n)} sign="always" />
        </State>
        <State name="incoming">
          <AmountText amount={usd(6_400n)} sign="always" tone="in" />
        </State>
        <State name="huge">
          <AmountText amount={usd(99_999_999_999_999n)} />
        </State>
        <State name="coins">
          <AmountText amount={amountOf('BTC', 421_337n)} code />
        </State>
        <State name="prices">
          <PriceText usdPerCoin="104231.12" /> <PriceText usdPerCoin="0.00001234" exact />
        </State>
        <State name="change">
          <Delta percent="1.38" /> <Delta percent="-1.12" /> <Delta percent="0.00" />
        </State>
        <State name="fee summary" wide>
          <FeeSummary
            lines={[
              { label: 'Amount', value: <AmountText amount={usd(10_000n)} /> },
              { label: 'Fee (2%)', value: <AmountText amount={usd(200n)} /> },
            ]}
            total={{ label: 'Total', value: <AmountText amount={usd(10_200n)} /> }}
          />
        </State>
      </States>
      <States title="Badges and icons">
        <State name="status">
          <Status tone="ok">Completed</Status> <Status tone="wait">Pending</Status>{' '}
          <Status tone="over">Canceled</Status>
        </State>
        <State name="badges">
          <Badge>Default</Badge> <Badge tone="ok">Active</Badge> <Badge tone="low">Low</Badge>{' '}
          <Badge tone="wait">In review</Badge> <Badge tone="bad">Frozen</Badge>
        </State>
        <State name="directions">
          <div className={styles.line}>
            {kinds.map((kind) => (
              <DirectionRing key={kind} kind={kind} />
            ))}
          </div>
        </State>
        <State name="avatars">
          <div className={styles.line}>
            <Avatar name="Ines Almeida" size="xs" /> <Avatar name="Ines Almeida" />
            <Avatar name="Ines Almeida" size="l" own />
          </div>
        </State>
        <State name="coins, one without an icon">
          <div className={styles.line}>
            <CoinIcon symbol="BTC" /> <CoinIcon symbol="ETH" /> <CoinIcon symbol="ZZZ" />
          </div>
        </State>
      </States>
    </>
  );
}
