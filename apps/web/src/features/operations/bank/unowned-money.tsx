import type { BankDesk } from '@florin/contract';
import { fromExact } from '../../../api/exact.ts';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { bankDayText } from './bank-day.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

const sourceWords = {
  card: 'A card payment came back, and the account is closed.',
  transfer: 'The accounts of payer and receiver are closed.',
} as const;

/** Lists unallocated money that came by no statement line, newest first. */
export const UnownedMoney = ({ items }: { items: BankDesk['without_line'] }) => (
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
      {items.map(({ id, at, amount_exact: exact, currency, member, source }) => (
        <tr key={id}>
          <th scope="row">{bankDayText(at.slice(0, 10))}</th>
          <td data-label="Amount" className={`number ${styles.money}`}>
            <AmountText amount={fromExact(currency, exact)} sign="always" tone="in" />
          </td>
          <td data-label="Member">
            {member ? <bdi title={member.email}>{member.name}</bdi> : <span className="muted">Unknown</span>}
          </td>
          <td data-label="Why it is here">{sourceWords[source]}</td>
        </tr>
      ))}
    </tbody>
  </TableScroll>
);
