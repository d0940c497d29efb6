import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { TradeTrouble } from '../../wallet-ui/held-price/trade-trouble.tsx';
import { bringIntoViewOnPhones } from './bring-into-view.ts';
import { SaleActions } from './sale-actions.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { SaleSum } from './sale-sum.tsx';
import type { OpenSale, Sale } from './use-sale.ts';
import styles from './sell.module.css';

/** Shows an unsettled sale after its holding is gone. The member can only retry this sale. */
export function UnansweredSale({ open, sale }: { open: OpenSale; sale: Sale }) {
  const { name, amount, figures } = open.about;
  return (
    <form
      className="sheet column-right"
      aria-label={`Sell ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void sale.sell(open);
      }}
      ref={bringIntoViewOnPhones}
    >
      <div className={styles.available}>
        <div className="quote-identity">
          <CoinIcon symbol={amount.asset} size={44} />
          <h2>{name}</h2>
        </div>
        <dl>
          <div>
            <dt className="small muted">Amount</dt>
            <dd>
              <AmountText amount={amount} />
            </dd>
          </div>
        </dl>
      </div>
      <SaleSum figures={figures} />
      <SaleNotes figures={figures} />
      <TradeTrouble side="sell" trouble={open.isUnclear ? 'unanswered' : undefined} />
      <SaleActions busy={sale.busy || !open.isUnclear} />
    </form>
  );
}
