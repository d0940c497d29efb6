import type { HousePosition } from '@florin/contract';
import { add, zero } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toServerTime } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../../wallet-ui/coin-icon.tsx';
import { PriceText } from '../../../wallet-ui/price-text.tsx';
import { ExactText } from '../exact-text.tsx';
import { Loaded } from '../loaded.tsx';
import { housePositionsQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { when } from '../when.ts';
import { LowStock } from './low-stock.tsx';
import styles from '../operations.module.css';

export function HousePositions() {
  const query = useQuery(housePositionsQuery);
  return (
    <Section
      id="house"
      title="House positions"
      end={
        query.data && (
          <span className="small muted">at {when(new Date(toServerTime(query.dataUpdatedAt)).toISOString())}</span>
        )
      }
    >
      <Loaded query={query}>{(positions) => <Positions positions={positions} />}</Loaded>
    </Section>
  );
}

function Positions({ positions }: { positions: readonly HousePosition[] }) {
  const [shown, setShown] = useState(fewRows);
  if (positions.length === 0) return <EmptyState title="The house holds no coins" />;
  const total = positions.reduce((sum, { value_exact: value }) => add(sum, fromExact('USD', value)), zero('USD'));
  return (
    <>
      <TableScroll label="Coins of the house, a table" className={`${styles.tall} ${styles.stacked}`}>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" className="number">
              Inventory
            </th>
            <th scope="col" className="number">
              Price
            </th>
            <th scope="col" className="number">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.slice(0, shown).map((position) => (
            <PositionRow key={position.symbol} position={position} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {positions.length} coins in US dollars
            </th>
            <td className="number">
              <AmountText amount={total} />
            </td>
          </tr>
        </tfoot>
      </TableScroll>
      <ShowAll total={positions.length} shown={shown} onAll={() => setShown(positions.length)} />
      <LowStock positions={positions} />
    </>
  );
}

function PositionRow({ position }: { position: HousePosition }) {
  const { symbol, name, inventory_exact: inventory, price_exact: price, value_exact: value } = position;
  return (
    <tr>
      <th scope="row">
        <span className={styles.coin}>
          <CoinIcon symbol={symbol} size={18} />
          <abbr title={name}>{symbol}</abbr>
        </span>
      </th>
      <td data-label="Inventory" className="number">
        <ExactText asset={symbol} exact={inventory} />
      </td>
      <td data-label="Price" className="number">
        {price === null ? <span className="muted">no price</span> : <PriceText usdPerCoin={price} />}
      </td>
      <td data-label="Value" className="number">
        <AmountText amount={fromExact('USD', value)} />
      </td>
    </tr>
  );
}
