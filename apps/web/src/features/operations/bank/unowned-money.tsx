import type { MoneyWithoutLine } from '@florin/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { bankDayText } from './bank-day.ts';
import { amountOfLine, sourceWords, sumOfLine } from './line-words.ts';
import { WaitsFor } from './waits-for.tsx';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

export type UnownedMoneyProps = { items: readonly MoneyWithoutLine[]; total: number };

type Props = UnownedMoneyProps & { onCredit: (item: MoneyWithoutLine) => void };

/** Lists unallocated money without a statement line, newest first. */
export function UnownedMoney({ items, total, onCredit }: Props) {
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
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, shown).map((item) => (
            <Row key={item.id} item={item} onCredit={() => onCredit(item)} />
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

type RowProps = { item: MoneyWithoutLine; onCredit: () => void };

const Row = ({ item, onCredit }: RowProps) => (
  <tr>
    <th scope="row">{bankDayText(item.at.slice(0, 10))}</th>
    <td data-label="Amount" className={`number ${styles.money}`}>
      <AmountText amount={amountOfLine(item)} sign="always" tone="in" />
    </td>
    <td data-label="Member">
      {item.member ? <bdi title={item.member.email}>{item.member.name}</bdi> : <span className="muted">Unknown</span>}
    </td>
    <td data-label="Why it is here">
      <div className={styles.text}>{sourceWords[item.source]}</div>
    </td>
    <td>
      <Actions item={item} onCredit={onCredit} />
    </td>
  </tr>
);

function Actions({ item, onCredit }: RowProps) {
  if (item.proposal) return <WaitsFor section="#proposals" />;
  if (item.on_list) return <WaitsFor section="#screening" />;
  const what = `${sumOfLine(item)} of ${bankDayText(item.at.slice(0, 10))}`;
  return (
    <span className={`${page.actions} ${page.acts}`}>
      <Button size="s" aria-label={`Credit to a member: ${what}`} onClick={onCredit}>
        Credit to a member
      </Button>
    </span>
  );
}
