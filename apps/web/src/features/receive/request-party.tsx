import type { PaymentRequest } from '@florin/contract';
import { Link2 } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { partyName } from '../../wallet-ui/payment-request/request-words.ts';

/** Returns the recipient's name, or "Anyone with the link" for a request without a recipient. */
export const askedName = ({ recipient }: PaymentRequest): string =>
  recipient ? partyName(recipient) : 'Anyone with the link';

export function RequestFace({ request }: { request: PaymentRequest }) {
  if (request.recipient) return <Avatar name={partyName(request.recipient)} />;
  return (
    <span className="way" aria-hidden>
      <Icon as={Link2} />
    </span>
  );
}
