import type { UnallocatedLine } from '@florin/contract';
import { bankDayText } from './bank-day.ts';
import { ibanInGroups } from './in-groups.ts';
import styles from './bank-desk.module.css';

type Line = Pick<UnallocatedLine, 'account' | 'booked' | 'counterparty' | 'counterparty_account' | 'remittance'>;

/** The head of a row: the day of a statement line, and its operator account. */
export const DayCell = ({ line: { account, booked } }: { line: Line }) => (
  <th scope="row">
    {booked === null ? 'No day' : bankDayText(booked)}
    <span className={styles.second}>{account}</span>
  </th>
);

/** The payer of a statement line, with the account number. */
export const PayerCell = ({ line: { counterparty, counterparty_account: number } }: { line: Line }) => (
  <td data-label="Payer or payee">
    <div className={styles.name}>
      {counterparty === null ? <span className="muted">Not named</span> : <bdi>{counterparty}</bdi>}
      {number !== null && <bdi className={styles.second}>{ibanInGroups(number)}</bdi>}
    </div>
  </td>
);

/** The text of a statement line. */
export const TextCell = ({ line: { remittance } }: { line: Line }) => (
  <td data-label="Text">
    <div className={styles.text}>
      {remittance === null ? <span className="muted">No text</span> : <bdi>{remittance}</bdi>}
    </div>
  </td>
);
