import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type ChosenCoin = {
  /** In upper case. The coin may not exist; the page checks. */
  symbol: string | undefined;
  /** Selects a coin; `undefined` clears the selection. Keeps the scroll position unless `fromTop` is set. */
  choose: (symbol: string | undefined, fromTop?: boolean) => void;
};

/** Reads and writes the selected coin in the URL (`?coin=BTC`), so that a reload or a link keeps the selection. */
export function useChosenCoin(): ChosenCoin {
  const { coin } = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = useCallback(
    (symbol: string | undefined, fromTop = false) => {
      // Closes an open coin list.
      const search = ({ coin: _before, list: _list, ...rest }: { coin?: string; list?: 'open' }) =>
        symbol === undefined ? rest : { ...rest, coin: symbol };
      void navigate({ to: '.', search, resetScroll: fromTop });
    },
    [navigate],
  );
  return { symbol: coin?.toUpperCase(), choose };
}
