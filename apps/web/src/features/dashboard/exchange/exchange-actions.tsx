import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { Button } from '../../../ui/button.tsx';
import type { Rate } from './use-rate.ts';

type ExchangeActionsProps = {
  /** Amount plus fee. Undefined without a valid amount. */
  total: Amount | undefined;
  /** The largest amount that the wallet can exchange. Set only if the typed amount is too large. */
  max: Amount<FiatCode> | undefined;
  rate: Rate;
  busy: boolean;
  onUse: (max: Amount<FiatCode>) => void;
  onClose: () => void;
};

export function ExchangeActions({ total, max, rate, busy, onUse, onClose }: ExchangeActionsProps) {
  // After submission the server decides, even if the rate expires on screen.
  const needsRate = !busy && (rate.state === 'expired' || rate.state === 'failed' || rate.renewing);
  const isReady = rate.state === 'held' && rate.isUsable;
  return (
    <div className="actions">
      {needsRate ? (
        <Button key="renew" type="submit" variant="primary" busy={rate.renewing} needsServer>
          Get a new rate
        </Button>
      ) : (
        <Button
          key="exchange"
          type="submit"
          variant="primary"
          busy={busy}
          needsServer
          aria-disabled={(total !== undefined && !isReady) || undefined}
        >
          {busy ? 'Processing...' : total ? `Exchange ${formatAmount(total)}` : 'Exchange'}
        </Button>
      )}
      {max ? (
        <Button key="use" disabled={busy} onClick={() => onUse(max)}>
          Use {formatAmount(max)}
        </Button>
      ) : (
        <Button key="cancel" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}
