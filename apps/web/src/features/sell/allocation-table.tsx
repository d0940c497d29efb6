import { add, zero } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { permilleOf, permilleText } from '../../wallet-ui/shares.ts';

const usd = (exact: string) => fromExact('USD', exact);

/** Lists value, share and cost of each holding. */
export function AllocationTable({ holdings }: { holdings: readonly Holding[] }) {
  const value = holdings.map(({ value_exact }) => usd(value_exact)).reduce(add, zero('USD'));
  const costs = holdings.flatMap(({ cost_exact: cost }) => (cost === undefined ? [] : [usd(cost)]));
  // Shows a total cost only if the server sends the cost of every holding.
  const cost = costs.length === holdings.length ? costs.reduce(add, zero('USD')) : undefined;
  return (
    <TableScroll label="Allocation, table">
      <caption className="sr">Value, share and cost of each holding</caption>
      <thead>
        <tr>
          <th scope="col">Coin</th>
          <th scope="col" className="n">
            Value
          </th>
          <th scope="col" className="n">
            Share
          </th>
          {cost && (
            <th scope="col" className="n">
              Cost with fees
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ symbol, name, value_exact, cost_exact }) => (
          <tr key={symbol}>
            <th scope="row">{name}</th>
            <td className="n">
              <AmountText amount={usd(value_exact)} />
            </td>
            <td className="n">{permilleText(permilleOf(usd(value_exact).units, value.units))}</td>
            {cost_exact !== undefined && (
              <td className="n">
                <AmountText amount={usd(cost_exact)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="n">
            <AmountText amount={value} />
          </td>
          <td className="n">{permilleText(permilleOf(value.units, value.units))}</td>
          {cost && (
            <td className="n">
              <AmountText amount={cost} />
            </td>
          )}
        </tr>
      </tfoot>
    </TableScroll>
  );
}
