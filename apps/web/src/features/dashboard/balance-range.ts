import { balanceRanges, type BalanceRange } from '@florin/contract';
import { useState } from 'react';

const storageKey = 'florin-balance-range';

/** Returns the chart's time range: the last choice in this browser, or one month. */
export function useBalanceRange() {
  const [range, setRangeNow] = useState(storedRange);
  const setRange = (next: BalanceRange) => {
    setRangeNow(next);
    localStorage.setItem(storageKey, next);
  };
  return { range, setRange };
}

export const storedRange = (): BalanceRange =>
  balanceRanges.find((range) => range === localStorage.getItem(storageKey)) ?? '1m';
