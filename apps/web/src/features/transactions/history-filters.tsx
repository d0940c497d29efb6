import { transactionTypes } from '@florin/contract';
import { useEffect, useRef } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { readHistorySearch, timeFilters, type HistorySearch } from './history-search.ts';
import { timeName, typeName } from './transaction-words.ts';

type HistoryFiltersProps = { search: HistorySearch; onChange: (search: HistorySearch) => void };

/** The filters live in the address, so that a reload and a link keep them. */
export function HistoryFilters({ search, onChange }: HistoryFiltersProps) {
  const change = (part: Record<string, unknown>) => onChange(readHistorySearch({ ...search, ...part }));
  return (
    <search className="filters">
      <SearchBox text={search.q ?? ''} onChange={(q) => change({ q })} />
      <Select
        className="fsel"
        aria-label="Type"
        value={search.type ?? 'all'}
        onChange={(event) => change({ type: event.currentTarget.value })}
      >
        <option value="all">All types</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {typeName[type]}
          </option>
        ))}
      </Select>
      <Select
        className="fsel"
        aria-label="Time"
        value={search.time ?? 'all'}
        onChange={(event) => change({ time: event.currentTarget.value })}
      >
        <option value="all">All time</option>
        {timeFilters.map((time) => (
          <option key={time} value={time}>
            {timeName[time]}
          </option>
        ))}
      </Select>
    </search>
  );
}

/** The box keeps its own text: the address follows a moment later and must not take back what was typed since. */
function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (box && box !== document.activeElement) box.value = text;
  }, [text]);
  return (
    <SearchInput
      ref={ref}
      label="Search transactions"
      defaultValue={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
