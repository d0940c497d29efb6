import type { BankDesk } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { Section } from '../section.tsx';
import { when } from '../when.ts';
import { bankDayAge, bankDayText } from './bank-day.ts';
import { ibanInGroups } from './in-groups.ts';
import { VerdictText } from './verdict-text.tsx';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

type Account = BankDesk['accounts'][number];

const purposeWords: Record<Account['purpose'], string> = { safeguarding: 'Members’ money', own_funds: 'Own funds' };

/** Compares each bank account with the books. */
export function BankAccounts({ accounts }: { accounts: readonly Account[] }) {
  const unequal = accounts.flatMap(({ id, ...account }) => {
    const difference = differenceOf(account);
    return difference && difference.units !== 0n ? [`${formatAmount(difference, { sign: 'always' })} on ${id}`] : [];
  });
  return (
    <Section
      id="bank-accounts"
      title="Bank accounts"
      end={<span className="small muted">as of the last imported statements</span>}
    >
      {accounts.length === 0 ? (
        <EmptyState title="No bank accounts">Name them in the file of FLORIN_CONFIG.</EmptyState>
      ) : (
        <AccountTable accounts={accounts} />
      )}
      {unequal.length > 0 && (
        <div className={styles.notice}>
          <Notice icon={TriangleAlert} tone="bad">
            <b>Bank and books differ: {unequal.join(', ')}.</b> This is normal for a moment while lines are booked. If
            it stays, look for “a statement line is stuck” in the log.
          </Notice>
        </div>
      )}
    </Section>
  );
}

type Compared = Pick<Account, 'currency' | 'difference_exact'>;

/** Undefined if nothing was compared. */
const differenceOf = ({ currency, difference_exact: difference }: Compared) =>
  difference === null ? undefined : fromExact(currency, difference);

const AccountTable = ({ accounts }: { accounts: readonly Account[] }) => (
  <TableScroll label="Bank accounts, a table" className={page.stacked}>
    <thead>
      <tr>
        <th scope="col">Account</th>
        <th scope="col">Number and purpose</th>
        <th scope="col" className="number">
          At the bank
        </th>
        <th scope="col" className="number">
          In the books
        </th>
        <th scope="col" className="number">
          Difference
        </th>
        <th scope="col">Last statement</th>
        <th scope="col">Open items</th>
      </tr>
    </thead>
    <tbody>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </tbody>
  </TableScroll>
);

function AccountRow({ account }: { account: Account }) {
  const { id, bank, holder, currency, purpose, number, at_bank_exact: atBank, in_books_exact: inBooks } = account;
  return (
    <tr>
      <th scope="row">
        <div className={styles.name}>
          {bank}, {currency}
          <span className={styles.second}>
            {holder} · <span className="no-wrap">{id}</span>
          </span>
        </div>
      </th>
      <td data-label="Number and purpose">
        {ibanInGroups(number)}
        <span className={styles.second}>{purposeWords[purpose]}</span>
      </td>
      <td data-label="At the bank" className="number">
        {atBank === null ? <span className="muted">–</span> : <AmountText amount={fromExact(currency, atBank)} />}
      </td>
      <td data-label="In the books" className="number">
        <AmountText amount={fromExact(currency, inBooks)} />
      </td>
      <td data-label="Difference" className="number">
        <Difference account={account} />
      </td>
      <td data-label="Last statement">
        <LastStatement last={account.last_statement} />
      </td>
      <td data-label="Open items">
        <OpenItems account={account} />
      </td>
    </tr>
  );
}

function Difference({ account }: { account: Account }) {
  const difference = differenceOf(account);
  if (!difference) return <span className="muted">No statement yet</span>;
  const isEqual = difference.units === 0n;
  return (
    <VerdictText isGood={isEqual}>{isEqual ? 'Equal' : <AmountText amount={difference} sign="always" />}</VerdictText>
  );
}

function OpenItems({ account: { open, currency } }: { account: Account }) {
  const items = [
    openText('unallocated', open.unallocated, currency),
    openText('in batches', open.in_batches, currency),
    openText('with the bank', open.with_the_bank, currency),
  ].filter((text) => text !== undefined);
  if (items.length === 0) return <span className="muted">None</span>;
  return items.map(({ text, age }) => (
    <span key={text} className={styles.open}>
      {text}
      {age !== undefined && <span className={styles.second}>oldest {age}</span>}
    </span>
  ));
}

type Open = Account['open']['unallocated'];

function openText(where: string, { count, sum_exact: sum, oldest }: Open, currency: Account['currency']) {
  if (count === 0) return undefined;
  const age = oldest === null ? undefined : bankDayAge(oldest);
  return { text: `${count} ${where}, ${formatAmount(fromExact(currency, sum))}`, age };
}

function LastStatement({ last }: { last: Account['last_statement'] }) {
  if (last === null) return <span className="muted">None</span>;
  const { sequence, to, imported_at: importedAt } = last;
  const named = [sequence !== null && `No. ${sequence}`, to !== null && `to ${bankDayText(to)}`].filter(Boolean);
  return (
    <>
      {named.length > 0 && named.join(', ')}
      <time className={named.length > 0 ? styles.second : undefined} dateTime={importedAt}>
        imported {when(importedAt)}
      </time>
    </>
  );
}
