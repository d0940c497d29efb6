import type { BankDesk } from '@florin/contract';
import { useState } from 'react';
import { fromExact } from '../../../api/exact.ts';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { bankDayText } from './bank-day.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

const sourceWords = {
  card: 'A card payment came back, and the account is closed.',
  transfer: 'The accounts of payer and receiver are closed.',
} as const;

export type UnownedMoneyProps = { items: BankDesk['without_line']; total: number };

/** Lists unallocated money that came by no statement line, newest first. */
export function UnownedMoney({ items, total }: UnownedMoneyProps) {
  const [shown, setShown] = useState(fewRows);
  return (
    <div className={styles.withoutLine}>
      <TableScroll label="Money of closed accounts, a table" className={page.stacked}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col">Member</th>
            <th scope="col">Why it is here</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, shown).map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </tbody>
      </TableScroll>
      <ShowAll total={items.length} shown={shown} onAll={() => setShown(items.length)} />
      {total > items.length && (
        <p className={`small muted ${styles.notice}`}>
          These are the newest {items.length} of {total} amounts.
        </p>
      )}
    </div>
  );
}

const Row = ({ item }: { item: UnownedMoneyProps['items'][number] }) => (
  <tr>
    <th scope="row">{bankDayText(item.at.slice(0, 10))}</th>
    <td data-label="Amount" className={`number ${styles.money}`}>
      <AmountText amount={fromExact(item.currency, item.amount_exact)} sign="always" tone="in" />
    </td>
    <td data-label="Member">
      {item.member ? <bdi title={item.member.email}>{item.member.name}</bdi> : <span className="muted">Unknown</span>}
    </td>
    <td data-label="Why it is here">{sourceWords[item.source]}</td>
  </tr>
);
