import type { HousePosition } from '@florin/contract';
import { isMoreThan } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { Badge } from '../../../ui/badge.tsx';
import { headingOf } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { plainCoins } from './plain-coins.ts';
import { SupplyDialog } from './supply-dialog.tsx';
import styles from '../operations.module.css';

/** Lists coins below their floor and offers to restock them. */
export function LowStock({ positions }: { positions: readonly HousePosition[] }) {
  const { subject, isOpen, ask: restock, close } = useDialogSubject<string>();
  const restocked = positions.find(({ symbol }) => symbol === subject);
  const low = positions.filter(isLow);
  return (
    <>
      {low.length > 0 && (
        <ul className={`small muted ${styles.low}`}>
          {low.map(({ symbol, floor_exact: floor }) => (
            <li key={symbol}>
              <Badge tone="low">Low</Badge> {symbol} is below its floor of {plainCoins(fromExact(symbol, floor))}.{' '}
              <button type="button" className="link" aria-label={`Restock ${symbol}`} onClick={() => restock(symbol)}>
                Restock
              </button>
            </li>
          ))}
        </ul>
      )}
      {restocked && (
        <SupplyDialog
          key={restocked.symbol}
          position={restocked}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('house')}
        />
      )}
    </>
  );
}

const isLow = ({ symbol, inventory_exact: inventory, floor_exact: floor }: HousePosition) =>
  isMoreThan(fromExact(symbol, floor), fromExact(symbol, inventory));
