import { ChevronDown } from 'lucide-react';
import { brandName } from '../ui/brand.ts';
import { Icon } from '../ui/icon.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './website-button.module.css';

/** Offers HTML for other websites that links to a payment link or an invoice: a button, and a plain link. */
export function WebsiteButton({ link }: { link: string }) {
  return (
    <details className={styles.snippets}>
      <summary>
        Button for your website
        <Icon as={ChevronDown} />
      </summary>
      <pre className={styles.snippet}>{buttonSnippet(link)}</pre>
      <CopyButton text={buttonSnippet(link)} what="button" shown />
      <p className="small muted">Without a script:</p>
      <pre className={styles.snippet}>{linkSnippet(link)}</pre>
      <CopyButton text={linkSnippet(link)} what="plain link" shown />
    </details>
  );
}

/** Returns HTML that draws the button with a script of this server (public/pay-with-florin.js). */
const buttonSnippet = (link: string) =>
  [
    `<script src="${new URL('/pay-with-florin.js', link).href}" async></script>`,
    `<florin-pay href="${inAttribute(link)}"></florin-pay>`,
  ].join('\n');

const linkSnippet = (link: string) => `<a href="${inAttribute(link)}">Pay with ${brandName}</a>`;

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
