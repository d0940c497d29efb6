import type { PaymentBatch } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { headingOf, Section } from '../section.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { batchPaymentsQuery } from '../operations-queries.ts';
import { actOnBatch, type BatchAct } from './batch-acts.ts';
import { BatchPayments, PaymentsDialog } from './batch-payments.tsx';
import { BatchRow } from './batch-row.tsx';
import { checkText } from './payout-words.ts';
import shared from '../operations.module.css';

/** Lists the payment batches, newest first, with the next possible actions. */
export function Batches({ batches }: { batches: readonly PaymentBatch[] }) {
  const { subject, isOpen, ask, close } = useDialogSubject<BatchAct>();
  const look = useDialogSubject<PaymentBatch>();
  const waiting = batches.filter(({ state }) => state === 'proposed').length;
  const toCheck = batches.filter((batch) => checkText(batch) !== undefined).length;
  return (
    <Section
      id="payouts-batches"
      title="Payment batches"
      end={
        <span className="small muted">
          {toCheck > 0 && `${toCheck} to check, `}
          {waiting === 1 ? '1 waits' : `${waiting} wait`} for approval
        </span>
      }
    >
      <Table batches={batches} onAct={ask} onLook={look.ask} />
      {look.subject && <PaymentsDialog batch={look.subject} open={look.isOpen} onClose={look.close} />}
      {subject && (
        <BatchDialog key={`${subject.how} ${subject.batch.id}`} subject={subject} open={isOpen} onClose={close} />
      )}
    </Section>
  );
}

type BatchDialogProps = { subject: BatchAct; open: boolean; onClose: () => void };

/** Both people must know each payment, so a batch cannot be approved before the list has loaded. */
function BatchDialog({ subject, open, onClose }: BatchDialogProps) {
  const { how, batch } = subject;
  const isApproval = how === 'approve';
  const { data } = useQuery({ ...batchPaymentsQuery(batch.id), enabled: isApproval && open });
  return (
    <ActDialog
      act={actOnBatch(subject)}
      open={open}
      onClose={onClose}
      focusWhenDone={() => headingOf('payouts-batches')}
      notReady={isApproval && !data ? 'The payments have not loaded yet.' : undefined}
    >
      {isApproval && <BatchPayments batch={batch} />}
    </ActDialog>
  );
}

type TableProps = {
  batches: readonly PaymentBatch[];
  onAct: (act: BatchAct) => void;
  onLook: (batch: PaymentBatch) => void;
};

function Table({ batches, onAct, onLook }: TableProps) {
  const [isAll, setIsAll] = useState(false);
  if (batches.length === 0)
    return (
      <EmptyState title="No batches yet">
        Select payouts above and make a batch. Another operator approves it.
      </EmptyState>
    );
  const shown = isAll ? batches : batches.slice(0, fewRows);
  return (
    <>
      <TableScroll label="Payment batches, a table" className={shared.stacked}>
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">State</th>
            <th scope="col">People</th>
            <th scope="col" className="number">
              Total
            </th>
            <th scope="col">File, SHA-256</th>
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              onAct={(how) => onAct({ how, batch })}
              onLook={() => onLook(batch)}
            />
          ))}
        </tbody>
      </TableScroll>
      <ShowAll total={batches.length} shown={shown.length} onAll={() => setIsAll(true)} />
    </>
  );
}
