import type { Amount } from '@florin/money';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { HeldFor } from '../../wallet-ui/held-price/held-for.tsx';
import { walletOf, type SaleFigures } from './sale.ts';
import styles from './sell.module.css';

type SaleNotesProps = {
  gain?: { gain: Amount<'USD'>; cost: Amount<'USD'> } | undefined;
  /** The remaining time of the quote. Undefined without a quote. */
  secondsLeft?: number | undefined;
  figures: SaleFigures;
};

/** Shows the paid wallet, the quote's remaining time and the gain, below the sum. */
export function SaleNotes({ gain, secondsLeft, figures }: SaleNotesProps) {
  return (
    <div className={`${styles.saleNotes} small muted`}>
      <p>Goes to your {currencyName[walletOf(figures)]} wallet instantly.</p>
      {secondsLeft !== undefined && (
        <p>
          <HeldFor secondsLeft={secondsLeft} />
        </p>
      )}
      {gain && (
        <p className={styles.saleGain}>
          {gain.gain.units < 0n ? 'Loss' : 'Gain'} on this sale <GainText {...gain} />
        </p>
      )}
    </div>
  );
}
