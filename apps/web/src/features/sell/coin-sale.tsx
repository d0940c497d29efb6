import type { Holding } from '../../api/read/answers.ts';
import { SaleForm } from './sale-form.tsx';
import { UnansweredSale } from './unanswered-sale.tsx';
import { useSale, type OpenSale } from './use-sale.ts';

type CoinSaleProps = { holding: Holding | undefined; open: OpenSale | undefined };

/** The form for what is held of the coin; where nothing is, the sale that may have been of all of it. */
export function CoinSale({ holding, open }: CoinSaleProps) {
  const sale = useSale();
  if (holding) return <SaleForm holding={holding} sale={sale} />;
  return open && <UnansweredSale open={open} sale={sale} />;
}
