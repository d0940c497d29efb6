import { requestDays, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { CopyButton } from '../../wallet-ui/copy-button.tsx';
import { LinkText } from './link-text.tsx';
import { useShareLink } from './use-share-link.ts';
import styles from './receive.module.css';
import { brandName } from '../../ui/brand.ts';

/** Shows the link of a request without a recipient, for the member to share. */
export function RequestLinkDialog({ request, onClose }: { request: PaymentRequest | undefined; onClose: () => void }) {
  // Keeps the content while the dialog closes.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Your link is ready"
      {...(shown && {
        description: `Anyone with the link can pay you ${formatAmount(sumOfRequest(shown).amount)} once within ${requestDays} days.`,
      })}
    >
      {shown && <LinkToShare request={shown} onClose={onClose} />}
    </Dialog>
  );
}

function LinkToShare({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const share = useShareLink(request.link, `Pay ${formatAmount(sumOfRequest(request).amount)} with ${brandName}`);
  return (
    <>
      <div className={styles.copyRow}>
        <div>
          <span className="small muted">Payment link</span>
          <p className={styles.copyValue}>
            <LinkText link={request.link} />
          </p>
        </div>
        <CopyButton text={request.link} what="payment link" />
      </div>
      <div className="actions">
        <Button variant="primary" onClick={share}>
          <Icon as={Share2} />
          Share link
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
