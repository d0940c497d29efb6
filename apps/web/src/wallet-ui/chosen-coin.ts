import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type ChosenCoin = {
  /** In capitals, as symbols are; whether there is such a coin is for the page to find out. */
  symbol: string | undefined;
  /** `undefined` goes back to choosing. The page stays where it is scrolled to, unless told to begin at the top. */
  choose: (symbol: string | undefined, fromTop?: boolean) => void;
};

/** The coin of `?coin=BTC`, so that a reload or a link keeps it. */
export function useChosenCoin(): ChosenCoin {
  const { coin } = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = useCallback(
    (symbol: string | undefined, fromTop = false) => {
      // A list that lay over the page is done with.
      const search = ({ coin: _before, list: _list, ...rest }: { coin?: string; list?: 'open' }) =>
        symbol === undefined ? rest : { ...rest, coin: symbol };
      void navigate({ to: '.', search, resetScroll: fromTop });
    },
    [navigate],
  );
  return { symbol: coin?.toUpperCase(), choose };
}
