import type { Holding } from '../../api/read/answers.ts';
import { SaleForm } from './sale-form.tsx';
import { UnansweredSale } from './unanswered-sale.tsx';
import { useSale, type OpenSale } from './use-sale.ts';

type CoinSaleProps = { holding: Holding | undefined; open: OpenSale | undefined };

/** Shows the Sell form of a holding. Without a holding, shows the unsettled sale that may have sold it all. */
export function CoinSale({ holding, open }: CoinSaleProps) {
  const sale = useSale();
  if (holding) return <SaleForm holding={holding} sale={sale} />;
  return open && <UnansweredSale open={open} sale={sale} />;
}
