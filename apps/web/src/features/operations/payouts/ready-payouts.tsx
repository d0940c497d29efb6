import type { PayoutDesk } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fromExact } from '../../../api/exact.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Status } from '../../../ui/status.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ibanInGroups } from '../bank/in-groups.ts';
import { bankOrdersQuery } from '../operations-queries.ts';
import { when } from '../when.ts';
import { MakeBatch } from './make-batch.tsx';
import { isOwn, isSelectable, useNewBatch, type NewBatch, type ReadyPayout } from './use-new-batch.ts';
import shared from '../operations.module.css';
import styles from './payouts.module.css';

/** Lists the payouts that wait for a batch. A batch consists of the selected payouts. */
export function ReadyPayouts({ desk }: { desk: PayoutDesk }) {
  const batch = useNewBatch(desk);
  const { data: orders = [] } = useQuery(bankOrdersQuery);
  const { currencies, currency } = batch;
  if (currency === undefined)
    return (
      <EmptyState title="No payouts to make">
        Withdrawals to bank accounts, and money that goes back to its payers, appear here.
      </EmptyState>
    );
  return (
    <>
      {currencies.length > 1 && (
        <Segmented
          className={styles.currencies}
          label="Currency"
          segments={currencies.map((code) => ({ value: code, label: `${code} ${countIn(desk, code)}` }))}
          value={currency}
          onChange={(next) => batch.want({ currency: next })}
        />
      )}
      <Table batch={batch} signsOfOrder={(id) => orders.find((order) => order.id === id)?.signs ?? []} />
      <MakeBatch batch={batch} currency={currency} />
    </>
  );
}

const countIn = ({ ready }: PayoutDesk, code: string): number =>
  ready.filter(({ currency }) => currency === code).length;

type TableProps = {
  batch: NewBatch;
  /** Returns the warning signs of a pending withdrawal. */
  signsOfOrder: (id: string) => readonly string[];
};

function Table({ batch, signsOfOrder }: TableProps) {
  return (
    <TableScroll label="Ready payouts, a table" className={`${shared.tall} ${shared.stacked} ${shared.selectable}`}>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll batch={batch} />
          </th>
          <th scope="col">Requested</th>
          <th scope="col">Receiver</th>
          <th scope="col">Bank account</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Flags</th>
        </tr>
      </thead>
      <tbody>
        {batch.rows.map((payout) => (
          <Row
            key={payout.id}
            payout={payout}
            signs={[...new Set([...payout.signs, ...signsOfOrder(payout.id)])]}
            isSelected={batch.isSelected(payout)}
            isBusy={batch.busy}
            onSelect={(on) => batch.select(payout, on)}
          />
        ))}
      </tbody>
    </TableScroll>
  );
}

function SelectAll({ batch: { selectable, selected, selectAll, busy } }: { batch: NewBatch }) {
  const box = useRef<HTMLInputElement>(null);
  const isPart = selected.length > 0 && selected.length < selectable.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <span className={styles.select}>
      <Checkbox
        ref={box}
        label={<span className="screen-reader">Select all</span>}
        checked={selectable.length > 0 && selected.length === selectable.length}
        disabled={busy || selectable.length === 0}
        onChange={({ currentTarget }) => selectAll(currentTarget.checked)}
      />
    </span>
  );
}

type RowProps = {
  payout: ReadyPayout;
  signs: readonly string[];
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (on: boolean) => void;
};

function Row({ payout, signs, isSelected, isBusy, onSelect }: RowProps) {
  const { id, name, email, account, method, currency, amount_exact: exact, asked_at: asked } = payout;
  return (
    <tr>
      <td>
        <span className={styles.select}>
          <Checkbox
            label={
              <span className="screen-reader">
                Select {name}, <AmountText amount={fromExact(currency, exact)} />
              </span>
            }
            checked={isSelected && isSelectable(payout)}
            disabled={isBusy || !isSelectable(payout)}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        </span>
      </td>
      <td data-label="Requested">
        <time dateTime={asked}>{when(asked)}</time>
        <span className={`${shared.under} ${shared.hash}`}>{id}</span>
      </td>
      <th scope="row" className={styles.text}>
        <bdi>{name}</bdi>
        <span className={shared.under}>{email ?? `Payer, from ${account}`}</span>
      </th>
      <td data-label="Bank account" className={styles.text}>
        {ibanInGroups(method)}
      </td>
      <td className="number">
        <AmountText amount={fromExact(currency, exact)} />
      </td>
      <td data-label="Flags">
        {signs.length === 0 ? <Status tone="ok">Usual</Status> : <Status tone="wait">{signs.join(', ')}</Status>}
        {isOwn(payout) && <span className={shared.under}>Another operator pays it</span>}
        {payout.on_list && (
          <a href="#screening" className={shared.under}>
            Decide under Screening
          </a>
        )}
      </td>
    </tr>
  );
}
