import { formatAmount } from '@florin/money';
import { LinkText } from './link-text.tsx';
import type { Asked } from './asked.ts';
import styles from './receive.module.css';

type MailPreviewProps = { name: string; email: string; link: string; asked: Asked | undefined };

/** Previews the server's mail. A test compares this text with the mail. */
export function MailPreview({ name, email, link, asked }: MailPreviewProps) {
  return (
    <figure className={styles.mail}>
      <figcaption className="small muted">Email preview</figcaption>
      <blockquote>
        <p className="strong">
          How to pay <bdi>{name}</bdi>
        </p>
        <p>
          <bdi>{name}</bdi> ({email}) shared a payment link{asked && ` for ${formatAmount(asked.amount)}`} with you.
        </p>
        {asked?.note && (
          <p>
            Their note: <bdi>{asked.note}</bdi>
          </p>
        )}
        <p>If you don’t know this person, ignore this email. No money moves unless you pay.</p>
        <p className={styles.copyValue}>
          <LinkText link={link} />
        </p>
      </blockquote>
    </figure>
  );
}
