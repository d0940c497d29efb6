import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';

/** Opens and closes the phone's coin list. The URL holds the state, so that a reload keeps it. */
export function useCoinList() {
  const { coin, sort, show, list } = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = { ...(sort && { sort }), ...(show && { show }) };
  const withCoin = (symbol: string | undefined) => ({ ...(symbol !== undefined && { coin: symbol }), ...view });
  const closeWith = (symbol: string | undefined) =>
    void navigate({ to: paths.buy, search: withCoin(symbol), replace: true, resetScroll: false });

  const open = () =>
    void navigate({ to: paths.buy, search: { ...withCoin(coin), list: 'open' }, replace: true, resetScroll: false });
  const close = () => list !== undefined && closeWith(coin);
  const choose = (symbol: string) => closeWith(symbol);
  return { isOpen: list === 'open', open, close, choose };
}
