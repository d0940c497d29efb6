import { fromExact, type PublicInvoice } from '@florin/contract';
import type { ReactNode } from 'react';
import { groupThousands } from '../../ui/decimal-text.ts';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../amount-text.tsx';
import { documentName, invoiceDayText, invoiceStateOf } from './invoice-words.ts';
import styles from './invoice.module.css';

/** The content that the public page and the issuer's page share. A draft has no number and no issue date. */
export type InvoiceContent = Omit<PublicInvoice, 'number' | 'issued_on' | 'transfer'> & {
  number: string | null;
  issued_on: string | null;
};

/** Shows an invoice or credit note like the printed document, with its state. `children` follow the totals. */
export function InvoiceSheet({ invoice, children }: { invoice: InvoiceContent; children?: ReactNode }) {
  return (
    <article className={`sheet ${styles.sheet}`} aria-label={documentName(invoice.kind)}>
      <Head invoice={invoice} />
      <div className={styles.parties}>
        <Party label="From" party={invoice.issuer} />
        <Party label="To" party={invoice.customer} />
      </div>
      <Lines invoice={invoice} />
      <Totals invoice={invoice} />
      {invoice.note && <p className={styles.note}>{invoice.note}</p>}
      {children}
    </article>
  );
}

function Head({ invoice: { kind, number, state, issued_on, due_on, credits_number } }: { invoice: InvoiceContent }) {
  const { word, tone } = invoiceStateOf(state);
  const dates = [
    issued_on && `Issued ${invoiceDayText(issued_on)}`,
    due_on && `Due ${invoiceDayText(due_on)}`,
    credits_number && `Reduces invoice ${credits_number}`,
  ];
  return (
    <header className={styles.head}>
      <div>
        <h1 className="heading-2">
          {documentName(kind)} {number}
        </h1>
        <p className="small muted">{dates.filter(Boolean).join(' · ')}</p>
      </div>
      <Status tone={tone}>{word}</Status>
    </header>
  );
}

function Party({ label, party }: { label: string; party: InvoiceContent['issuer'] }) {
  return (
    <div>
      <p className="small muted">{label}</p>
      <b>
        <bdi>{party.name}</bdi>
      </b>
      {party.address.length > 0 && <p className={styles.address}>{party.address.join('\n')}</p>}
      {party.tax_number && <p className="small muted">Tax number {party.tax_number}</p>}
    </div>
  );
}

function Lines({ invoice: { lines, currency } }: { invoice: InvoiceContent }) {
  // Two lines may be equal, and their order never changes.
  const keyed = lines.map((line, at) => ({ key: String(at), line }));
  return (
    <ul className={styles.lines} aria-label="Lines">
      {keyed.map(({ key, line }) => (
        <li key={key}>
          <span>
            {line.description}
            <span className="small muted block">
              {groupedText(line.quantity)} × <AmountText amount={fromExact(currency, line.unit_price_exact)} /> ·{' '}
              {line.tax_rate}% tax
            </span>
          </span>
          <AmountText amount={fromExact(currency, line.net_exact)} />
        </li>
      ))}
    </ul>
  );
}

/** Adds thousands separators to a decimal of any length. */
const groupedText = (decimal: string) => decimal.replace(/\d+/, (whole) => groupThousands(whole));

function Totals({ invoice }: { invoice: InvoiceContent }) {
  const { currency, taxes, kind, state } = invoice;
  const amount = (exact: string) => <AmountText amount={fromExact(currency, exact)} />;
  const settles = kind === 'invoice' && state !== 'draft';
  return (
    <dl className={`sum ${styles.totals}`}>
      <Row label="Net">{amount(invoice.net_exact)}</Row>
      {taxes.map(({ rate, tax_exact }) => (
        <Row key={rate} label={`Tax ${rate}%`}>
          {amount(tax_exact)}
        </Row>
      ))}
      {settles ? (
        <Row label="Total">{amount(invoice.total_exact)}</Row>
      ) : (
        <GrandTotal label="Total">{amount(invoice.total_exact)}</GrandTotal>
      )}
      {settles && <Row label="Paid so far">{amount(invoice.paid_exact)}</Row>}
      {settles && invoice.credit_notes.length > 0 && <Row label="Credited">{amount(invoice.credited_exact)}</Row>}
      {settles && <GrandTotal label="Open amount">{amount(invoice.open_exact)}</GrandTotal>}
    </dl>
  );
}

/** The last row, above the double rule. */
const GrandTotal = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="total">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
