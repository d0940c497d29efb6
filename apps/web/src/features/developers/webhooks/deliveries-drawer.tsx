import type { Webhook } from '@florin/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveriesQuery, type DeliveryState } from '../../../api/queries-of-developers.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { LoadMore } from '../load-more.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import styles from '../developers.module.css';

type DeliveriesDrawerProps = { webhook: Webhook; onClose: () => void };

/** The deliveries of the last 30 days, newest first. */
export function DeliveriesDrawer({ webhook, onClose }: DeliveriesDrawerProps) {
  const [state, setState] = useState<DeliveryState>('all');
  const list = useInfiniteQuery(deliveriesQuery(webhook.id, state));
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Drawer
      open
      onOpenChange={onClose}
      title={`Deliveries to ${webhook.url}`}
      lead={
        <div className={styles.itemText}>
          <h2 className="heading-3">Deliveries</h2>
          <p className="small muted">
            <bdi>{webhook.url}</bdi>
          </p>
        </div>
      }
    >
      <Segmented<DeliveryState>
        label="State"
        value={state}
        onChange={setState}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'waiting', label: 'Waiting' },
          { value: 'delivered', label: 'Delivered' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
      {deliveries?.length === 0 && (
        <EmptyState title="No deliveries">
          {state === 'all'
            ? 'Deliveries of the last 30 days appear here.'
            : 'No delivery of the last 30 days has this state.'}
        </EmptyState>
      )}
      {deliveries && deliveries.length > 0 && (
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canReplay={webhook.state !== 'disabled'} />
          ))}
        </ul>
      )}
      {!deliveries &&
        (list.isError ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : (
          <SkeletonRows count={4} />
        ))}
      {deliveries && <LoadMore list={list} />}
    </Drawer>
  );
}
