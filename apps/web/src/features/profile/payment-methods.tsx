import type { PaymentMethod } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useMay } from '../../api/may.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { AddMethodDialog } from './add-method-dialog.tsx';
import { MethodRow } from './method-row.tsx';
import { RemoveMethodDialog } from './remove-method-dialog.tsx';
import styles from './method-row.module.css';

export function PaymentMethods() {
  const { data: methods, isError, error, isFetching, refetch } = useQuery(paymentMethodsQuery);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PaymentMethod>();
  const addButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const manages = useMay('manage');
  return (
    <section className={`ledger ${styles.list}`} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>Payment Methods</h2>
        {manages && (
          <Button size="s" ref={addButton} onClick={() => setAdding(true)}>
            <Icon as={Plus} size={16} />
            Add New
          </Button>
        )}
      </header>
      {methods && (
        <ul>
          {methods.map((method) => (
            <MethodRow key={method.id} method={method} canChange={manages} onRemove={() => setRemoving(method)} />
          ))}
        </ul>
      )}
      {!methods &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows />
        ))}
      {adding && <AddMethodDialog onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveMethodDialog
          method={removing}
          onClose={() => setRemoving(undefined)}
          focusAfter={() => addButton.current}
        />
      )}
    </section>
  );
}
