import type { Holding, HoldingPause } from '@florin/contract';
import type { Amount } from '@florin/money';
import { Button } from '../../ui/button.tsx';
import { CancelToDashboard } from '../../wallet-ui/cancel-to-dashboard.tsx';
import { notTraded } from '../../wallet-ui/trading-paused.tsx';
import { plainCoins } from './plain-coins.ts';

type SaleActionsProps = {
  holding: Holding;
  amount: Amount;
  busy: boolean;
  /** It may have been sold already: trying again settles that, also while trading is paused. */
  isRetry: boolean;
};

export function SaleActions({ holding: { name, paused }, amount, busy, isRetry }: SaleActionsProps) {
  return (
    <div className="actions stick">
      <Button
        type="submit"
        variant="primary"
        size="l"
        busy={busy}
        needsServer
        reason={paused === null || isRetry ? undefined : whyNot(name, paused)}
      >
        {busy
          ? 'Processing...'
          : amount.units > 0n
            ? `Sell ${plainCoins(amount)} ${amount.asset}`
            : `Sell ${amount.asset}`}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}

const whyNot = (name: string, paused: HoldingPause) =>
  paused === 'delisted' ? notTraded(name) : `Trading in ${name} is paused.`;
