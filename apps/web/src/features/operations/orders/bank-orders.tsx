import type { BankOrder } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { bankOrdersQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useAsked } from '../use-asked.ts';
import { OrderRow } from './order-row.tsx';
import { actOn, type OrderAct } from './order-acts.ts';

/** What the bank has to do, until it or an operator says that it did. */
export function BankOrders() {
  const query = useQuery(bankOrdersQuery);
  const { asked, isOpen, ask, close } = useAsked<OrderAct>();
  return (
    <Section
      id="orders"
      title="Pending withdrawals and bank deposits"
      end={query.data && <span className="small muted">{query.data.length} held</span>}
    >
      <Loaded query={query}>{(orders) => <Orders orders={orders} onAct={ask} />}</Loaded>
      {asked && (
        <ActDialog
          key={`${asked.how} ${asked.order.id}`}
          act={actOn(asked)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('orders')}
        />
      )}
    </Section>
  );
}

function Orders({ orders, onAct }: { orders: readonly BankOrder[]; onAct: (act: OrderAct) => void }) {
  if (orders.length === 0)
    return <EmptyState title="Nothing is held">What waits for the bank appears here by itself.</EmptyState>;
  return (
    <TableScroll label="Pending orders, a table">
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Kind</th>
          <th scope="col">User</th>
          <th scope="col">Bank</th>
          <th scope="col">Asked</th>
          <th scope="col" className="n">
            Amount
          </th>
          <th scope="col">Signs</th>
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onAct={(how) => onAct({ how, order })} />
        ))}
      </tbody>
    </TableScroll>
  );
}
