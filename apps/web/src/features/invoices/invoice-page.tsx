import { CallRefused, endpoints, fromExact, type Invoice } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { invoiceQuery } from '../../api/queries-of-invoices.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSubjectInTitle } from '../../ui/page-title.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BackToList } from '../../wallet-ui/back-to-list.tsx';
import { CopyButton } from '../../wallet-ui/copy-button.tsx';
import { dayText } from '../../wallet-ui/day-text.ts';
import { DownloadPdf } from '../../wallet-ui/invoice/download-pdf.tsx';
import { InvoiceSheet } from '../../wallet-ui/invoice/invoice-sheet.tsx';
import { documentName } from '../../wallet-ui/invoice/invoice-words.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { WebsiteButton } from '../../wallet-ui/website-button.tsx';
import { DraftActions } from './draft-actions.tsx';
import { InvoiceEditor } from './invoice-editor.tsx';
import { IssuedActions } from './issued-actions.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import styles from './invoices.module.css';

export function InvoicePage() {
  const { id } = useParams({ from: '/invoices/$id' });
  const { data: invoice, error, isFetching, refetch } = useQuery(invoiceQuery(id));
  return (
    <main className="wrap">
      {invoice && <OneInvoice key={id} invoice={invoice} />}
      {!invoice && !error && <SkeletonRows count={5} />}
      {!invoice && error && isNotFound(error) && (
        <EmptyState
          heading="h2"
          title="Invoice not found"
          action={
            <Link className="link" to="/invoices">
              Invoices
            </Link>
          }
        />
      )}
      {!invoice && error && !isNotFound(error) && (
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </main>
  );
}

const isNotFound = (error: Error) => error instanceof CallRefused && [400, 404, 422].includes(error.status);

function OneInvoice({ invoice }: { invoice: Invoice }) {
  const [isEditing, setIsEditing] = useState(false);
  const writes = useMay('pay');
  const { id, state, number } = invoice;
  useSubjectInTitle(number ?? invoice.customer.name, documentName(invoice.kind));
  const isDraft = state === 'draft';
  if (isEditing && isDraft)
    return (
      <>
        <header className="page-head">
          <h1>Edit invoice</h1>
        </header>
        <InvoiceEditor draft={invoice} onSaved={() => setIsEditing(false)} onCancel={() => setIsEditing(false)} />
      </>
    );
  return (
    <div className={styles.grid}>
      <div className={styles.back}>
        <BackToList to="/invoices">All invoices</BackToList>
      </div>
      <InvoiceSheet invoice={invoice}>
        <DownloadPdf
          kind={invoice.kind}
          number={number}
          open={(signal) => api.open(endpoints.printInvoice, { params: { id } }, { signal })}
        />
      </InvoiceSheet>
      <aside className={styles.side}>
        {invoice.link && <ShareLink link={invoice.link} />}
        {writes && isDraft && <DraftActions invoice={invoice} onEdit={() => setIsEditing(true)} />}
        {writes && !isDraft && invoice.kind === 'invoice' && <IssuedActions invoice={invoice} />}
        {invoice.payments.length > 0 && <Payments invoice={invoice} />}
        {invoice.credit_notes.length > 0 && <CreditNotes invoice={invoice} />}
      </aside>
    </div>
  );
}

const ShareLink = ({ link }: { link: string }) => (
  <section className={`sheet ${styles.box}`} aria-labelledby="share">
    <h2 id="share">Link for your customer</h2>
    <p className={styles.payment}>{link}</p>
    <div>
      <CopyButton text={link} what="link" shown />
    </div>
    <WebsiteButton link={link} />
  </section>
);

function Payments({ invoice }: { invoice: Invoice }) {
  const writes = useMay('pay');
  const { run, busy, error } = useInvoiceChange<unknown, string>({
    call: (paymentId) => api.call(endpoints.removeInvoicePayment, { params: { id: invoice.id, paymentId } }),
    done: 'Payment removed',
  });
  return (
    <section className={`sheet ${styles.box}`} aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {invoice.payments.map(({ id, payer, amount_exact, paid_at }) => (
        <p key={id} className={styles.payment}>
          <span>
            {payer ? payer.name : 'Received outside'}
            <span className="small muted block">{dayText(paid_at)}</span>
          </span>
          <span>
            {formatAmount(fromExact(invoice.currency, amount_exact))}
            {!payer && writes && (
              <>
                {' '}
                <button type="button" className="link small" disabled={busy} onClick={() => run(id)}>
                  Remove
                </button>
              </>
            )}
          </span>
        </p>
      ))}
      {error && (
        <p className="help error" role="alert">
          {troubleText(error)}
        </p>
      )}
    </section>
  );
}

const CreditNotes = ({ invoice: { credit_notes, currency } }: { invoice: Invoice }) => (
  <section className={`sheet ${styles.box}`} aria-labelledby="credit-notes">
    <h2 id="credit-notes">Credit notes</h2>
    {credit_notes.map(({ id, number, total_exact }) => (
      <p key={id} className={styles.payment}>
        <Link className="link" to="/invoices/$id" params={{ id }}>
          {number}
        </Link>
        {formatAmount(fromExact(currency, total_exact))}
      </p>
    ))}
  </section>
);
