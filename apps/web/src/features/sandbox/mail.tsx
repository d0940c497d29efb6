import type { CaughtMail } from '@florin/contract';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { transactionWhen } from '../../wallet-ui/transaction-when.ts';
import styles from './sandbox.module.css';

/** Shows a collapsible mail. The newest mail starts open and stays open when another mail arrives. */
export function Mail({ mail, outboxKey, isNewest }: { mail: CaughtMail; outboxKey: string; isNewest: boolean }) {
  const [open] = useState(isNewest);
  return (
    <details className={styles.caught} open={open}>
      <summary>
        <span className={styles.caughtHead}>
          <span className="strong">{mail.subject}</span>
          <span className="small muted">
            To {mail.to} · <time dateTime={mail.created_at}>{transactionWhen(mail.created_at)}</time>
          </span>
        </span>
        <Icon as={ChevronDown} />
      </summary>
      <div className={styles.caughtBody}>
        <p className={styles.caughtText}>{mail.text}</p>
        <details className={styles.caughtHtml}>
          <summary>Show as HTML</summary>
          <iframe
            title={`“${mail.subject}” as HTML`}
            // Blocks scripts. Links open a new page.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            loading="lazy"
            src={mailPage(mail.id, outboxKey)}
          />
        </details>
        {mail.link !== null && (
          // A plain link reloads the app, like a click in a mail program.
          <a className={buttonClass({ variant: 'secondary' })} href={mail.link}>
            Open the link<span className="screen-reader"> in “{mail.subject}”</span>
          </a>
        )}
      </div>
    </details>
  );
}

const mailPage = (id: string, key: string) =>
  `/api/sandbox/mails/${encodeURIComponent(id)}/page${key && `?${new URLSearchParams({ key }).toString()}`}`;
