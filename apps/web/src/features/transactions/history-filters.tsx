import { transactionTypes } from '@florin/contract';
import type { ReactNode } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { timeFilters, type HistorySearch } from './history-search.ts';
import { MoreFilters, type FilterChange } from './more-filters.tsx';
import { timeName, typeName } from './transaction-words.ts';
import type { SearchText } from './use-search-text.ts';
import styles from './transactions.module.css';

type HistoryFiltersProps = {
  search: HistorySearch;
  box: SearchText;
  onChange: (part: FilterChange) => void;
  /** Actions on the filtered transactions, such as Export. */
  children: ReactNode;
};

/** The server's limit for a search in an export. */
const maxSearchLength = 200;

export function HistoryFilters({ search, box, onChange, children }: HistoryFiltersProps) {
  return (
    <search className={styles.filters}>
      <SearchInput
        label="Search transactions"
        value={box.text}
        maxLength={maxSearchLength}
        onChange={(event) => box.type(event.currentTarget.value)}
        onBlur={box.flush}
      />
      <Select
        className={styles.filterSelect}
        aria-label="Type"
        value={search.type ?? 'all'}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      >
        <option value="all">All types</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {typeName[type]}
          </option>
        ))}
      </Select>
      <Select
        className={styles.filterSelect}
        aria-label="Time"
        value={search.time ?? 'all'}
        onChange={(event) => onChange({ time: event.currentTarget.value, from: undefined, to: undefined })}
      >
        <option value="all">All time</option>
        {timeFilters.map((time) => (
          <option key={time} value={time}>
            {timeName[time]}
          </option>
        ))}
      </Select>
      {children}
      <MoreFilters search={search} onChange={onChange} />
    </search>
  );
}
