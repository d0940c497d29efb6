import { CallRefused, endpoints, type PublicInvoice } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { may } from '../../api/may.ts';
import { publicInvoiceQuery } from '../../api/queries-of-invoices.ts';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSubjectInTitle } from '../../ui/page-title.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DownloadPdf } from '../../wallet-ui/invoice/download-pdf.tsx';
import { InvoiceSheet } from '../../wallet-ui/invoice/invoice-sheet.tsx';
import { documentName, isPayable } from '../../wallet-ui/invoice/invoice-words.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Ended, MessageBox } from './message-box.tsx';
import { PayInvoice } from './pay-invoice.tsx';
import { TransferDetails } from './transfer-details.tsx';
import styles from './pay-invoice.module.css';

/** The page of an invoice's link, for members and visitors. Search engines must not index it. */
export function PublicInvoicePage() {
  const { token } = useParams({ from: '/i/$token' });
  const { data: invoice, error, isFetching, refetch } = useQuery(publicInvoiceQuery(token));
  return (
    <main className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {invoice && <Shown key={token} token={token} invoice={invoice} />}
      {!invoice && !error && <SkeletonRows count={5} />}
      {!invoice && error && isNotFound(error) && (
        <EmptyState heading="h2" title="Invoice not found">
          The link is wrong or incomplete. Ask the issuer for a new link. Nothing was paid.
        </EmptyState>
      )}
      {!invoice && error && !isNotFound(error) && (
        <LoadFailed
          message="Could not load the invoice"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </main>
  );
}

const isNotFound = (error: Error) => error instanceof CallRefused && [400, 404, 422].includes(error.status);

type Shown = { token: string; invoice: PublicInvoice };

function Shown({ token, invoice }: Shown) {
  useSubjectInTitle(invoice.number ?? undefined, documentName(invoice.kind));
  return (
    <div className={styles.grid}>
      <InvoiceSheet invoice={invoice}>
        <DownloadPdf
          kind={invoice.kind}
          number={invoice.number}
          open={(signal) => api.open(endpoints.printPublicInvoice, { params: { token } }, { signal })}
        />
      </InvoiceSheet>
      <aside className={styles.side}>
        <Payment token={token} invoice={invoice} />
        {invoice.transfer && isPayable(invoice.state) && <TransferDetails transfer={invoice.transfer} />}
      </aside>
    </div>
  );
}

function Payment({ token, invoice }: Shown) {
  const { user } = useSession();
  const back = { back: useLocation({ select: ({ href }) => href }) };
  if (invoice.kind === 'credit_note')
    return <MessageBox title="This is a credit note">There is nothing to pay.</MessageBox>;
  if (user && may(user, 'pay')) return <PayInvoice token={token} invoice={invoice} />;
  if (!isPayable(invoice.state)) return <Ended state={invoice.state} />;
  if (user)
    return (
      <MessageBox title="You cannot pay">Your role in this business does not allow payments. Ask an owner.</MessageBox>
    );
  return (
    <MessageBox title="Pay this invoice">
      You will return to this invoice after you log in.
      <span className={`buttons ${styles.buttons}`}>
        <Link className={buttonClass({ variant: 'primary', size: 'l', block: true })} to="/login" search={back}>
          Log in to pay
        </Link>
        <Link className={buttonClass({ size: 'l', block: true })} to="/signup" search={back}>
          Sign Up
        </Link>
      </span>
    </MessageBox>
  );
}
