import { endpoints, type Receivable } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Status } from '../../../ui/status.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ActDialog, type Act } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { receivablesQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { age, when } from '../when.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

/** Lists the receivables from reversed deposits, oldest first. */
export function Receivables() {
  const query = useQuery(receivablesQuery);
  const { subject, isOpen, ask, close } = useDialogSubject<Receivable>();
  return (
    <Section
      id="receivables"
      title="Receivables"
      end={<span className="small muted">paid by the members’ next deposits</span>}
    >
      <Loaded query={query}>{(owed) => <Owed owed={owed} onWriteOff={ask} />}</Loaded>
      {subject && (
        <ActDialog
          key={subject.id}
          act={actOfWriteOff(subject)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('receivables')}
        />
      )}
    </Section>
  );
}

type OwedProps = { owed: readonly Receivable[]; onWriteOff: (one: Receivable) => void };

function Owed({ owed, onWriteOff }: OwedProps) {
  if (owed.length === 0)
    return (
      <EmptyState title="Members owe nothing">
        When a bank takes a deposit back and the balance does not cover it, the rest appears here.
      </EmptyState>
    );
  return (
    <TableScroll label="Receivables, a table" className={`${page.tall} ${page.stacked}`}>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col" className="number">
            Still owed
          </th>
          <th scope="col" className="number">
            Deposit
          </th>
          <th scope="col">Why</th>
          <th scope="col">Age</th>
          <th scope="col">
            <span className="screen-reader">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {owed.map((one) => (
          <Row key={one.id} one={one} onWriteOff={() => onWriteOff(one)} />
        ))}
      </tbody>
    </TableScroll>
  );
}

const causeWords: Record<Receivable['cause'], string> = {
  reversal: 'The bank took the deposit back.',
  recall: 'The bank asked for the deposit.',
  refund: 'The card payment was refunded.',
  dispute: 'The cardholder disputes the payment.',
};

const stateWords: Record<Receivable['state'], string | undefined> = {
  open: undefined,
  frozen: 'Account frozen',
  closed: 'Account closed: it cannot pay',
};

function Row({ one, onWriteOff }: { one: Receivable; onWriteOff: () => void }) {
  const { name, email, state, currency, taken_at: at } = one;
  return (
    <tr>
      <th scope="row">
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.second}>{stateWords[state] ?? email}</span>
      </th>
      <td className="number">
        <AmountText amount={fromExact(currency, one.open_exact)} />
        {one.open_exact !== one.missing_exact && (
          <span className={styles.second}>
            of <AmountText amount={fromExact(currency, one.missing_exact)} />
          </span>
        )}
      </td>
      <td data-label="Deposit" className="number">
        <AmountText amount={fromExact(currency, one.deposit_exact)} />
      </td>
      <td data-label="Why">
        <div className={styles.text}>{causeWords[one.cause]}</div>
      </td>
      <td data-label="Age">
        {age(at)}
        <time className={styles.second} dateTime={at}>
          since {when(at)}
        </time>
      </td>
      <td>
        {one.proposal ? (
          <a href="#proposals" className={page.actions}>
            <Status tone="wait">Waits for a second operator</Status>
          </a>
        ) : (
          <span className={page.actions}>
            <Button size="s" variant="quiet" aria-label={`Write off: ${sumOf(one)} of ${name}`} onClick={onWriteOff}>
              Write off
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

const sumOf = ({ currency, open_exact: exact }: Receivable): string => formatAmount(fromExact(currency, exact));

const actOfWriteOff = (one: Receivable): Act => ({
  title: `Propose to write off ${sumOf(one)}?`,
  description: `${one.name} then no longer owes it, and it becomes your expense. A second operator must approve.`,
  label: 'Propose',
  isDanger: true,
  reasonLabel: 'Reason',
  reasonHelp: 'Shown to the second operator.',
  call: (reason) => api.call(endpoints.writeOffReceivable, { params: { id: one.id }, body: { reason } }),
  done: 'Proposed. A second operator must approve',
});
