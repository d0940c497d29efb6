import type { Amount } from '@florin/money';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Icon } from '../../ui/icon.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { PriceChange } from '../../wallet-ui/price-change.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import styles from './sell.module.css';

export function AvailableHolding({ holding, held }: { holding: Holding; held: Amount }) {
  return (
    <div className={styles.available}>
      <div className="quote-identity">
        <CoinIcon symbol={holding.symbol} size={44} />
        <div>
          <h2>
            <Link
              to="/crypto/$symbol"
              params={{ symbol: holding.symbol }}
              className={`${styles.availableLink} reaches`}
            >
              {holding.name}
              <Icon as={ChevronRight} size={16} />
            </Link>
          </h2>
          <p className="small muted">
            {holding.price_exact !== undefined && (
              <>
                <PriceText usdPerCoin={holding.price_exact} /> each ·{' '}
              </>
            )}
            <PriceChange {...holding} />
          </p>
        </div>
      </div>
      <dl>
        <div>
          <dt className="small muted">Available balance</dt>
          <dd>
            <AmountText amount={held} />
          </dd>
        </div>
        <div>
          <dt className="small muted">Value</dt>
          <dd>
            <AmountText amount={fromExact('USD', holding.value_exact)} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
