import type { BankOrder } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Status } from '../../../ui/status.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { bankOrdersQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { when } from '../when.ts';
import { actOn, kindName, type OrderAct } from './order-acts.ts';
import styles from '../operations.module.css';

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
    <TableScroll label="Pending orders, a table" className={styles.stacked}>
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Kind</th>
          <th scope="col">User</th>
          <th scope="col">Bank</th>
          <th scope="col">Requested</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Flags</th>
          <th scope="col">
            <span className="screen-reader">Actions</span>
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

function OrderRow({ order, onAct }: { order: BankOrder; onAct: (how: OrderAct['how']) => void }) {
  const { id, kind, name, email, method, currency, amount_exact: amount, asked_at: asked, signs, proposal } = order;
  return (
    <tr>
      <th scope="row">
        <span className={styles.hash}>{id}</span>
      </th>
      <td data-label="Kind">{kindName[kind]}</td>
      <td data-label="User" title={email}>
        {name}
      </td>
      <td data-label="Bank">{method}</td>
      <td data-label="Requested">
        <time dateTime={asked}>{when(asked)}</time>
      </td>
      <td className="number">
        <AmountText amount={fromExact(currency, amount)} />
      </td>
      <td data-label="Flags">
        {signs.length === 0 ? <Status tone="ok">Usual</Status> : <Status tone="wait">{signs.join(', ')}</Status>}
      </td>
      <td>
        {proposal ? (
          <a href="#proposals" className={styles.actions}>
            <Status tone="wait">Needs a second operator</Status>
          </a>
        ) : (
          <OrderActions order={order} onAct={onAct} />
        )}
      </td>
    </tr>
  );
}

/**
 * Operators cannot release or return orders that the bank's files complete. For such orders, the buttons share the
 * reason.
 */
function OrderActions({ order, onAct }: { order: BankOrder; onAct: (how: OrderAct['how']) => void }) {
  const { id, not_settleable: noRelease, not_returnable: noReturn } = order;
  const shared = useId();
  const isShared = noRelease !== null && noRelease === noReturn;
  const reasonOf = (reason: string | null) => (isShared ? { reasonId: shared } : { reason: reason ?? undefined });
  return (
    <span className={`${styles.actions} ${styles.acts}`}>
      <Button size="s" aria-label={`Release ${id}`} {...reasonOf(noRelease)} onClick={() => onAct('settle')}>
        Release
      </Button>
      <Button
        size="s"
        variant="quiet"
        aria-label={`Return ${id}`}
        {...reasonOf(noReturn)}
        onClick={() => onAct('return')}
      >
        Return
      </Button>
      {isShared && (
        <p className="reason" id={shared}>
          <Icon as={Info} size={16} />
          {noRelease}
        </p>
      )}
    </span>
  );
}
