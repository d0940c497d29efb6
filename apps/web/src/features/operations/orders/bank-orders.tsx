import type { BankOrder } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { bankOrdersQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { OrderRow } from './order-row.tsx';
import { actOn, type OrderAct } from './order-acts.ts';

/** Lists pending bank orders. An order ends when the bank or an operator confirms or returns it. */
export function BankOrders() {
  const query = useQuery(bankOrdersQuery);
  const { subject, isOpen, ask, close } = useDialogSubject<OrderAct>();
  return (
    <Section
      id="orders"
      title="Pending withdrawals and bank deposits"
      end={query.data && <span className="small muted">{query.data.length} held</span>}
    >
      <Loaded query={query}>{(orders) => <Orders orders={orders} onAct={ask} />}</Loaded>
      {subject && (
        <ActDialog
          key={`${subject.how} ${subject.order.id}`}
          act={actOn(subject)}
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
    return <EmptyState title="Nothing pending">Orders that wait for the bank appear here.</EmptyState>;
  return (
    <TableScroll label="Pending orders, a table">
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Kind</th>
          <th scope="col">User</th>
          <th scope="col">Bank</th>
          <th scope="col">Requested</th>
          <th scope="col" className="n">
            Amount
          </th>
          <th scope="col">Flags</th>
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
