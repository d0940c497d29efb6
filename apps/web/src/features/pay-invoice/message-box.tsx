import type { ReactNode } from 'react';
import type { PublicInvoice } from '@florin/contract';
import styles from './pay-invoice.module.css';

export const MessageBox = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`sheet ${styles.box}`}>
    <h2>{title}</h2>
    <div className="muted">{children}</div>
  </section>
);

/** Replaces the form of an invoice that is paid or canceled. */
export const Ended = ({ state }: Pick<PublicInvoice, 'state'>) =>
  state === 'paid' ? (
    <MessageBox title="This invoice is paid">There is nothing left to pay.</MessageBox>
  ) : (
    <MessageBox title="This invoice was canceled">You don’t need to pay.</MessageBox>
  );
