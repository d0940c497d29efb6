import { transactionStatuses } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { DayField } from './day-field.tsx';
import { dayName } from './calendar.ts';
import { extraFiltersOf, type ExtraFilters, type HistorySearch } from './history-search.ts';
import { statusName } from './transaction-words.ts';
import styles from './transactions.module.css';

/** Changed filters. `undefined` removes a filter. */
export type FilterChange = { readonly [Name in 'type' | 'time' | keyof ExtraFilters]?: string | undefined };

type MoreFiltersProps = { search: HistorySearch; onChange: (part: FilterChange) => void };

/** Shows the collapsible currency, status and date filters. A click on an active filter removes it. */
export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const chips = chipsOf(search);
  return (
    <div className={styles.filterMore}>
      <div className={styles.filterSet}>
        <Button size="s" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon as={SlidersHorizontal} size={16} />
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
        {chips.map(({ name, text }) => (
          <Button
            key={name}
            size="s"
            aria-label={`Remove filter: ${text}`}
            onClick={() => onChange({ [name]: undefined })}
          >
            {text}
            <Icon as={X} size={16} />
          </Button>
        ))}
      </div>
      {isOpen && <Fields search={search} onChange={onChange} />}
    </div>
  );
}

function Fields({ search, onChange }: MoreFiltersProps) {
  const { currency = 'all', status = 'all', from, to } = search;
  return (
    <div className={styles.filterFields}>
      <Select
        className={styles.filterSelect}
        aria-label="Currency"
        value={currency}
        onChange={(event) => onChange({ currency: event.currentTarget.value })}
      >
        <option value="all">All currencies</option>
        {fiatCodes.map((code) => (
          <option key={code} value={code}>
            {currencyName[code]}
          </option>
        ))}
      </Select>
      <Select
        className={styles.filterSelect}
        aria-label="Status"
        value={status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      >
        <option value="all">All statuses</option>
        {transactionStatuses.map((each) => (
          <option key={each} value={each}>
            {statusName[each]}
          </option>
        ))}
      </Select>
      {/* A date range replaces the time filter. */}
      <DayField label="From" value={from} last={to} onChange={(day) => onChange({ from: day, time: undefined })} />
      <DayField label="To" value={to} first={from} onChange={(day) => onChange({ to: day, time: undefined })} />
    </div>
  );
}

type Chip = { readonly name: keyof ExtraFilters; readonly text: string };

function chipsOf(search: HistorySearch): Chip[] {
  const { currency, status, from, to } = extraFiltersOf(search);
  return [
    ...(currency ? [{ name: 'currency' as const, text: currency }] : []),
    ...(status ? [{ name: 'status' as const, text: statusName[status] }] : []),
    ...(from === undefined ? [] : [{ name: 'from' as const, text: `From ${dayName(from)}` }]),
    ...(to === undefined ? [] : [{ name: 'to' as const, text: `To ${dayName(to)}` }]),
  ];
}
