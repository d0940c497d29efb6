import type { CaughtText } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { transactionWhen } from '../../wallet-ui/transaction-when.ts';
import { caughtTextsQuery } from './caught-mails.ts';
import styles from './sandbox.module.css';

/** Lists the caught text messages. Renders nothing without text messages. */
export function CaughtTexts() {
  const key = useLocation({ select: ({ hash }) => hash });
  const { data = [] } = useQuery(caughtTextsQuery(key));
  if (data.length === 0) return null;
  return (
    <section className={`ledger ${styles.outbox}`} aria-labelledby="text-messages">
      <header>
        <h2 id="text-messages">Text messages</h2>
        <span className="small muted">newest first</span>
      </header>
      {data.map((text) => (
        <Text key={text.id} text={text} />
      ))}
    </section>
  );
}

function Text({ text: { to, text, created_at: created } }: { text: CaughtText }) {
  return (
    <article className={styles.caughtSms}>
      <p className={styles.caughtText}>{text}</p>
      <p className="small muted">
        To {to} · <time dateTime={created}>{transactionWhen(created)}</time>
      </p>
    </article>
  );
}
