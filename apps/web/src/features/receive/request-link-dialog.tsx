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

/** What a request without a recipient comes to: a link, to be given to whoever shall pay. */
export function RequestLinkDialog({ request, onClose }: { request: PaymentRequest | undefined; onClose: () => void }) {
  // Kept while the dialog closes, so that it does not go blank on its way out.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Your link is ready"
      {...(shown && {
        description: `Whoever opens it can pay you ${formatAmount(sumOfRequest(shown).amount)}, once, in the next ${requestDays} days.`,
      })}
    >
      {shown && <LinkToShare request={shown} onClose={onClose} />}
    </Dialog>
  );
}

function LinkToShare({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const share = useShareLink(request.link, `Pay ${formatAmount(sumOfRequest(request).amount)} with Florin`);
  return (
    <>
      <div className="copyrow">
        <div>
          <span className="small muted">Payment link</span>
          <p className="copyv">
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
