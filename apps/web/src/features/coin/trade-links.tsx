import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import { portfolioQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { buttonClass, type ButtonLook } from '../../ui/button.tsx';

const styles = {
  slab: { className: 'buttons', buy: { variant: 'slab' }, sell: { variant: 'slab-outline' } },
  phone: {
    className: 'actions stick',
    buy: { variant: 'primary', size: 'l' },
    sell: { variant: 'secondary', size: 'l' },
  },
} satisfies Record<string, { className: string; buy: ButtonLook; sell: ButtonLook }>;

/** Links to Buy and, if the member holds the coin, Sell. */
export function TradeLinks({ symbol, place }: { symbol: string; place: keyof typeof styles }) {
  const { data: holdings } = useQuery(portfolioQuery);
  const { className, buy, sell } = styles[place];
  const pays = useMay('pay');
  const isHeld = holdings?.some((holding) => holding.symbol === symbol) ?? false;
  if (!pays) return null;
  return (
    <div className={className}>
      <Link className={buttonClass(buy)} to={paths.buy} search={{ coin: symbol }}>
        Buy
      </Link>
      {isHeld && (
        <Link className={buttonClass(sell)} to={paths.sell} search={{ coin: symbol }}>
          Sell
        </Link>
      )}
    </div>
  );
}
