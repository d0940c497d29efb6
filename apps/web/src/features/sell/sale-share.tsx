import { isMoreThan, subtract, type Amount } from '@florin/money';
import { Progress } from '../../ui/progress.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { permilleOf, permilleText } from '../../wallet-ui/shares.ts';
import styles from './sell.module.css';

/** Shows which share of the holding is sold and how much is left. */
export function SaleShare({ name, amount, held }: { name: string; amount: Amount; held: Amount }) {
  const tooMuch = isMoreThan(amount, held);
  const permille = tooMuch ? 1000 : permilleOf(amount.units, held.units);
  return (
    <div className={styles.share}>
      <Progress value={permille / 1000} label={`Share of your ${name}`} />
      <p className="help">
        {tooMuch ? (
          <span className="negative">More than you hold</span>
        ) : (
          <>
            <span>
              {permilleText(permille)} of your {name}
            </span>
            <span>
              <AmountText amount={subtract(held, amount)} /> left
            </span>
          </>
        )}
      </p>
    </div>
  );
}
