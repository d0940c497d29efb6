import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { paths } from '../../../paths.ts';

/** Whether the list lies over the page. It is in the address and in the history, so that the browser's Back closes it. */
export function useCoinList() {
  const { coin, sort, show, list } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const view = { ...(sort && { sort }), ...(show && { show }) };
  const viewText = JSON.stringify(view);
  /** The view as it was when the list was opened here; what came open, by a link or a reload, has nothing of it behind. */
  const openedWith = useRef<string>(undefined);
  const withCoin = (symbol: string | undefined) => ({ ...(symbol !== undefined && { coin: symbol }), ...view });
  const closeWith = (symbol: string | undefined) =>
    void navigate({ to: paths.buy, search: withCoin(symbol), replace: true, resetScroll: false });

  const open = () => {
    openedWith.current = viewText;
    void navigate({ to: paths.buy, search: { ...withCoin(coin), list: 'open' }, resetScroll: false });
  };
  /** Back to where it was opened; where the view was changed in it, that is an older one. */
  const close = () => {
    if (list === undefined) return;
    if (openedWith.current !== viewText) return closeWith(coin);
    // Once: the second of a double press comes before the list is gone, and would leave the page.
    openedWith.current = undefined;
    history.back();
  };
  const choose = (symbol: string) => (symbol === coin?.toUpperCase() ? close() : closeWith(symbol));
  return { isOpen: list === 'open', open, close, choose };
}
