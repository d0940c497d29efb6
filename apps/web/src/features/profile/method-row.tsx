import type { PaymentMethod } from '@florin/contract';
import { CreditCard, Landmark, Trash2, Wallet, type LucideIcon } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import { useKeepMethod } from './use-keep.ts';
import { useMakeDefault } from './use-make-default.ts';

export function MethodRow({ method, onRemove }: { method: PaymentMethod; onRemove: () => void }) {
  const { run, busy } = useMakeDefault();
  const keep = useKeepMethod();
  const { type, label, is_default: isDefault, in_review: inReview = false } = method;
  return (
    <li className="row">
      <span className="way">
        <Icon as={icons[type]} />
      </span>
      <span>
        <span className="t">{withoutBreak(label)}</span> {isDefault && <Badge>Default</Badge>}
        <span className="s block">{about(method)}</span>
      </span>
      {type !== 'balance' && (
        <span className="way-acts">
          {inReview && (
            <Button size="s" busy={keep.busy} aria-label={`Keep ${label}`} onClick={() => keep.run(method)}>
              Keep
            </Button>
          )}
          {!isDefault && !inReview && (
            <Button
              variant="quiet"
              size="s"
              busy={busy}
              aria-label={`Make default: ${label}`}
              onClick={() => run(method)}
            >
              Make default
            </Button>
          )}
          <IconButton icon={Trash2} label={`Remove ${label}`} onClick={onRemove} />
        </span>
      )}
    </li>
  );
}

const icons: Record<PaymentMethod['type'], LucideIcon> = { card: CreditCard, bank: Landmark, balance: Wallet };

function about({ type, expiry, account_number: account, ...method }: PaymentMethod): string {
  if (method.in_review) return 'Your password was reset. Keep this account to withdraw to it';
  if (method.withdrawals_from !== undefined) return `New. Withdrawals start ${momentText(method.withdrawals_from)}`;
  switch (type) {
    case 'card':
      return expiry === undefined ? 'Card' : `Expires ${expiry}`;
    case 'bank':
      return account === undefined ? 'Bank account' : `Account ${account}`;
    case 'balance':
      return 'Always available for purchases';
  }
}

/** Keeps `•••• 6789` on one line. */
const withoutBreak = (label: string) => label.replaceAll('•••• ', '••••\u00A0');
