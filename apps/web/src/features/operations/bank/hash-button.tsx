import { Check, Copy } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useCopy } from '../../../wallet-ui/use-copy.ts';
import styles from './bank-desk.module.css';

const shownDigits = 12;

/** Shows the start of a SHA-256. A press copies the whole hash. */
export function HashButton({ sha256, of }: { sha256: string; of: string }) {
  const { isCopied, copy } = useCopy(sha256);
  const start = sha256.slice(0, shownDigits);
  return (
    <Button
      size="s"
      variant="quiet"
      className={styles.hash}
      title={sha256}
      aria-label={`${start}, copy the SHA-256 of ${of}`}
      onClick={copy}
    >
      {start}
      <Icon as={isCopied ? Check : Copy} size={14} />
    </Button>
  );
}
