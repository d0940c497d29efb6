import type { BankDesk } from '@florin/contract';
import { add, formatAmount, subtract } from '@florin/money';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { isLive } from '../../../api/page-settings.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { Section } from '../section.tsx';
import { VerdictText } from './verdict-text.tsx';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

type Currency = BankDesk['client_money'][number];

/** Compares the members' money with the money on safeguarding accounts and in transit. */
export function ClientMoney({ currencies }: { currencies: readonly Currency[] }) {
  const short = currencies.filter(isShort);
  return (
    <Section
      id="client-money"
      title="Client money"
      end={<span className="small muted only-wide">unallocated money counts as the members’</span>}
    >
      {currencies.length === 0 ? (
        <p className={`small muted ${styles.notice}`}>No account has the purpose “safeguarding”.</p>
      ) : (
        <CurrencyTable currencies={currencies} />
      )}
      {short.length > 0 && (
        <div className={styles.notice}>
          <Notice icon={TriangleAlert} tone="bad">
            <b>Client money is missing: {short.map(missingText).join(', ')}.</b>{' '}
            {isLive()
              ? 'Transfer the missing money to a safeguarding account.'
              : 'The sandbox buys no currencies or coins to cover exchanges, so this can happen.'}
          </Notice>
        </div>
      )}
    </Section>
  );
}

const isShort = ({ percent }: Currency) => percent !== null && percent < 100;

/** Returns the amount by which a currency is short: `€520.00`. */
function missingText({ currency, ...money }: Currency): string {
  const covered = add(fromExact(currency, money.safeguarded_exact), fromExact(currency, money.in_transit_exact));
  return formatAmount(subtract(fromExact(currency, money.owed_exact), covered));
}

const CurrencyTable = ({ currencies }: { currencies: readonly Currency[] }) => (
  <TableScroll label="Client money, a table" className={page.stacked}>
    <thead>
      <tr>
        <th scope="col">Currency</th>
        <th scope="col" className="number">
          Members own
        </th>
        <th scope="col" className="number">
          Safeguarded
        </th>
        <th scope="col" className="number">
          In transit
        </th>
        <th scope="col" className="number">
          Covered
        </th>
      </tr>
    </thead>
    <tbody>
      {currencies.map((each) => (
        <tr key={each.currency} className={clsx(isShort(each) && styles.short)}>
          <th scope="row">{currencyName[each.currency]}</th>
          <td data-label="Members own" className="number">
            <AmountText amount={fromExact(each.currency, each.owed_exact)} />
          </td>
          <td data-label="Safeguarded" className="number">
            <AmountText amount={fromExact(each.currency, each.safeguarded_exact)} />
          </td>
          <td data-label="In transit" className="number">
            <AmountText amount={fromExact(each.currency, each.in_transit_exact)} />
          </td>
          <td data-label="Covered" className="number">
            {each.percent === null ? (
              <span className="muted">Nothing owed</span>
            ) : (
              <VerdictText isGood={!isShort(each)}>{each.percent}%</VerdictText>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </TableScroll>
);
