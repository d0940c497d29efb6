import type { Wallet } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../amount-text.tsx';

type AvailableProps = {
  /** Undefined until loaded. */
  wallet: Wallet | undefined;
  failed: boolean;
  onRetry: () => void;
};

/** Shows the available balance next to the amount's label. */
export function Available({ wallet, failed, onRetry }: AvailableProps) {
  if (wallet)
    return (
      <>
        Available <AmountText amount={fromExact(wallet.currency, wallet.available_exact)} />
      </>
    );
  if (!failed) return null;
  return (
    <>
      Could not load the balance.{' '}
      <button type="button" className="link" onClick={onRetry}>
        Retry
      </button>
    </>
  );
}
