import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import type { useMarketSearch } from './market-search.ts';
import { marketSorts } from './market-view.ts';
import styles from '../buy.module.css';

/** Selects all coins or favorites, and the sort order. */
export function MarketTools({ sort, show, change }: ReturnType<typeof useMarketSearch>) {
  return (
    <div className={styles.coinTools}>
      <Segmented
        label="Show"
        segments={filters}
        value={show ?? 'all'}
        onChange={(value) => change({ show: value === 'favorites' ? value : undefined })}
      />
      <Select
        bare
        aria-label="Sort by"
        value={sort ?? ''}
        onChange={({ currentTarget }) => change({ sort: marketSorts.find((each) => each === currentTarget.value) })}
      >
        <option value="">Market cap</option>
        <option value="change">24h change</option>
        <option value="name">Name</option>
      </Select>
    </div>
  );
}

const filters = [
  { value: 'all', label: 'All' },
  { value: 'favorites', label: 'Favorites' },
] as const;
