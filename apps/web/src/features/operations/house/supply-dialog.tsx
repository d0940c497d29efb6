import type { HousePosition } from '@florin/contract';
import { add, parsePrice, usdFor, zero, type Amount } from '@florin/money';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { ReasonField } from '../reason-field.tsx';
import { plainCoins } from './plain-coins.ts';
import { useSupply, type Supply } from './use-supply.ts';
import styles from '../operations.module.css';

type SupplyDialogProps = {
  position: HousePosition;
  open: boolean;
  onClose: () => void;
  /** Returns the element to focus afterwards, because the pressed button is gone. */
  focusWhenDone: () => HTMLElement | null;
};

/** Proposes to add coins of the owners to the house inventory. */
export function SupplyDialog({ position, open, onClose, focusWhenDone }: SupplyDialogProps) {
  const supply = useSupply(position.symbol, { isOpen: useIsOpen(open), onDone: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Restock ${position.symbol}`}
      returnFocusTo={() => (supply.isDone() ? focusWhenDone() : undefined)}
    >
      <SupplyForm position={position} supply={supply} onClose={onClose} />
    </Dialog>
  );
}

type SupplyFormProps = { position: HousePosition; supply: Supply; onClose: () => void };

function SupplyForm({ position, supply, onClose }: SupplyFormProps) {
  const { symbol, inventory_exact: exact, price_exact: price } = position;
  const { typed, error, refusal, busy } = supply;
  const { amount } = readAmount(symbol, typed);
  const [inventory, added] = [fromExact(symbol, exact), amount ?? zero(symbol)];
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [error]);
  return (
    <form
      className={styles.supply}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void supply.submit();
      }}
    >
      <AmountField
        ref={input}
        label="Coins to add"
        asset={symbol}
        value={typed}
        onChange={supply.type}
        end={price !== null && <Worth coins={added} price={price} />}
        error={error}
      />
      <FeeSummary
        lines={[
          { label: 'Inventory now', value: <AmountText amount={inventory} /> },
          { label: 'Added', value: <AmountText amount={added} /> },
        ]}
        total={{ label: 'Inventory after', value: <AmountText amount={add(inventory, added)} /> }}
        large={false}
      />
      <ReasonField
        label="Reason"
        help="Tell the second operator where the coins come from."
        value={supply.reason}
        onChange={supply.explain}
        error={supply.reasonError}
      />
      <Notice icon={ScrollText}>
        <b>These coins belong to the owners.</b> They are added after a second operator approves. The audit trail names
        both operators.
      </Notice>
      {refusal !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Processing...' : amount ? `Propose ${plainCoins(amount)} ${symbol}` : 'Propose'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shows the value in dollars, so that the operator notices a typing error. */
const Worth = ({ coins, price }: { coins: Amount; price: string }) => (
  <>
    Worth <AmountText amount={usdFor(coins, parsePrice(price))} />
  </>
);
