import { endpoints, type Invoice } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { ConfirmDialog } from '../../wallet-ui/confirm-dialog.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import styles from './invoices.module.css';

export const notMailed = 'No email sent: this address got too many emails today. Share the link instead.';

/** Issues, changes or deletes a draft. */
export function DraftActions({ invoice, onEdit }: { invoice: Invoice; onEdit: () => void }) {
  const { id, customer_email } = invoice;
  const navigate = useNavigate();
  const [mail, setMail] = useState(true);
  const [isDeleting, setIsDeleting] = useState(false);
  const issue = useInvoiceChange<Invoice>({
    call: () => api.call(endpoints.issueInvoice, { params: { id }, body: { mail: mail && customer_email !== null } }),
    done: 'Invoice issued',
    onDone: ({ email_sent }) => email_sent === false && toast.info(notMailed),
  });
  const remove = useInvoiceChange<unknown>({
    call: () => api.call(endpoints.removeInvoice, { params: { id } }),
    done: 'Draft deleted',
    onDone: () => void navigate({ to: '/invoices', replace: true }),
  });
  return (
    <section className={`sheet ${styles.box}`} aria-labelledby="draft">
      <h2 id="draft">Issue this invoice</h2>
      <p className="muted">It gets its number and never changes again.</p>
      {customer_email !== null && (
        <Checkbox
          label={`Mail it to ${customer_email}`}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
      )}
      <ConfirmEmailFirst to="issue invoices" />
      {issue.error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(issue.error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" busy={issue.busy} needsServer onClick={() => issue.run()}>
          Issue
        </Button>
        <Button disabled={issue.busy} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" disabled={issue.busy} onClick={() => setIsDeleting(true)}>
          Delete draft
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this draft?"
          description="The draft has no number yet. You cannot get it back."
          action="Delete"
          busyText="Deleting..."
          command={remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </section>
  );
}
