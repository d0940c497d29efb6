import { endpoints, type AccountChange } from '@florin/contract';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog, type Act } from '../act-dialog.tsx';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { when } from '../when.ts';
import shared from '../operations.module.css';
import styles from './payouts.module.css';

/** Lists corrections of members' bank accounts that banks ask for (NACHA notifications of change). */
export function AccountChanges({ changes }: { changes: readonly AccountChange[] }) {
  const { subject, isOpen, ask, close } = useDialogSubject<AccountChange>();
  return (
    <Section
      id="payouts-changes"
      title="Account corrections"
      end={<span className="small muted">Ask the member to add the account again</span>}
    >
      <TableScroll label="Account corrections, a table" className={shared.stacked}>
        <thead>
          <tr>
            <th scope="col">Received</th>
            <th scope="col">User</th>
            <th scope="col">Bank account</th>
            <th scope="col">What the bank says</th>
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Row key={change.id} change={change} onDone={() => ask(change)} />
          ))}
        </tbody>
      </TableScroll>
      {subject && (
        <ActDialog
          key={subject.id}
          act={finishing(subject)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('payouts-changes') ?? headingOf('payouts-batches')}
        />
      )}
    </Section>
  );
}

function Row({ change, onDone }: { change: AccountChange; onDone: () => void }) {
  const { name, email, method, code, text, hint, received_at: received } = change;
  return (
    <tr>
      <td data-label="Received">
        <time dateTime={received}>{when(received)}</time>
      </td>
      <th scope="row" className={styles.text}>
        <bdi>{name}</bdi>
        <span className={shared.under}>{email}</span>
      </th>
      <td data-label="Bank account" className={styles.text}>
        {method}
      </td>
      <td data-label="What the bank says" className={styles.text}>
        {text}
        <span className={shared.under}>
          {code}
          {hint !== null && `, now ${hint}`}
        </span>
      </td>
      <td>
        <span className={shared.actions}>
          <Button size="s" variant="quiet" aria-label={`Done: correction of ${name}`} onClick={onDone}>
            Done
          </Button>
        </span>
      </td>
    </tr>
  );
}

const finishing = ({ id, name, email }: AccountChange): Act => ({
  title: 'Did you tell the member?',
  description: `${name} (${email}) must remove the bank account and add it again with the right details. Later payments to the old details can fail.`,
  label: 'Done',
  call: () => api.call(endpoints.finishAccountChange, { params: { id } }),
  done: 'Correction handled',
});
