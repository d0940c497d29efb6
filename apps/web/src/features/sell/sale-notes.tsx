import type { Amount } from '@florin/money';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { HeldFor } from '../../wallet-ui/held-price/held-for.tsx';
import { walletOf, type SaleFigures } from './sale.ts';

type SaleNotesProps = {
  gain?: { gain: Amount<'USD'>; cost: Amount<'USD'> } | undefined;
  /** Of the price that is held, where one is. */
  secondsLeft?: number | undefined;
  figures: SaleFigures;
};

/** Below the sum: what the sale gains, where the money goes and how long the price is held. */
export function SaleNotes({ gain, secondsLeft, figures }: SaleNotesProps) {
  return (
    <div className="sale-notes small muted after">
      <p>Paid into your {currencyName[walletOf(figures)]} wallet at once.</p>
      {secondsLeft !== undefined && (
        <p>
          <HeldFor secondsLeft={secondsLeft} />
        </p>
      )}
      {gain && (
        <p className="sale-gain">
          {gain.gain.units < 0n ? 'Loss' : 'Gain'} on this sale <GainText {...gain} />
        </p>
      )}
    </div>
  );
}
