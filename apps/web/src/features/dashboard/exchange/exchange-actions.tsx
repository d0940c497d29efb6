import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { Button } from '../../../ui/button.tsx';
import type { Rate } from './use-rate.ts';

type ExchangeActionsProps = {
  /** What will leave the wallet, once there is an amount. */
  total: Amount | undefined;
  /** The most that the wallet allows, where it is short. */
  most: Amount<FiatCode> | undefined;
  rate: Rate;
  busy: boolean;
  onUse: (most: Amount<FiatCode>) => void;
  onClose: () => void;
};

export function ExchangeActions({ total, most, rate, busy, onUse, onClose }: ExchangeActionsProps) {
  // An exchange that is under way is decided by the server, also when its rate runs out meanwhile.
  const needsRate = !busy && (rate.state === 'expired' || rate.state === 'failed' || rate.renewing);
  const isReady = rate.state === 'held' && rate.isRead;
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
      {most ? (
        <Button key="use" disabled={busy} onClick={() => onUse(most)}>
          Use {formatAmount(most)}
        </Button>
      ) : (
        <Button key="cancel" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}
