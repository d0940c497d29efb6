import type { Wallet } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';

type AvailableAmountProps = { wallet: Wallet; onUse?: (typed: string) => void };

/** Shows the available amount at the end of a field's label, with a button to use the whole amount. */
export function AvailableAmount({ wallet, onUse }: AvailableAmountProps) {
  const available = fromExact(wallet.currency, wallet.available_exact);
  return (
    <>
      Available <AmountText amount={available} />
      {onUse && available.units > 0n && (
        <>
          {' · '}
          <button type="button" className="link" onClick={() => onUse(toDecimal(available))}>
            Use Max
          </button>
        </>
      )}
    </>
  );
}
