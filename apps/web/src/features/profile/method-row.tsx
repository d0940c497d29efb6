import { endpoints, type PaymentMethod } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CreditCard, Landmark, Trash2, Wallet, type LucideIcon } from 'lucide-react';
import { api } from '../../api/client.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { accountInWords } from '../../wallet-ui/bank-account/account-currency.ts';
import { momentText } from '../../wallet-ui/day-text.ts';
import { useKeepMethod } from './use-keep.ts';
import styles from './method-row.module.css';

type MethodRowProps = { method: PaymentMethod; canChange?: boolean; onRemove: () => void };

export function MethodRow({ method, canChange = true, onRemove }: MethodRowProps) {
  const { run, busy } = useMakeDefault();
  const keep = useKeepMethod();
  const { type, label, is_default: isDefault, in_review: inReview = false } = method;
  return (
    <li className="row">
      <span className="way">
        <Icon as={icons[type]} />
      </span>
      <span>
        <span className="row-title">{withoutBreak(label)}</span> {isDefault && <Badge>Default</Badge>}
        <span className="row-subtitle block">{about(method)}</span>
      </span>
      {canChange && type !== 'balance' && (
        <span className={styles.actions}>
          {inReview && (
            <Button size="s" busy={keep.busy} aria-label={`Keep ${label}`} onClick={() => keep.run(method)}>
              Keep
            </Button>
          )}
          {!isDefault && !inReview && method.currency === undefined && (
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

function about({ type, expiry, account_number: account, currency, ...method }: PaymentMethod): string {
  const inCurrency = currency === undefined ? '' : `${accountInWords(currency)} · `;
  if (method.in_review) return `${inCurrency}A password was reset. Keep this account to withdraw to it`;
  if (method.withdrawals_from !== undefined)
    return `${inCurrency}New. Withdrawals start ${momentText(method.withdrawals_from)}`;
  switch (type) {
    case 'card':
      return expiry === undefined ? 'Card' : `Expires ${expiry}`;
    case 'bank':
      if (currency !== undefined) return accountInWords(currency);
      return account === undefined ? 'Bank account' : `Account ${account}`;
    case 'balance':
      return 'Always available for purchases';
  }
}

/** Keeps `•••• 6789` on one line. */
const withoutBreak = (label: string) => label.replaceAll('•••• ', '••••\u00A0');

function useMakeDefault() {
  const queryClient = useQueryClient();
  return useCommand({
    call: ({ id }: PaymentMethod) =>
      api.call(endpoints.changePaymentMethod, { params: { id }, body: { is_default: true } }),
    onDone: ({ label }) => toast.success(`${label} is now your default`),
    onFailed: (error) => toast.error(refusalText(error, 'Failed to change the default')),
    // Also reloads after an error, because another device may have removed the method.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey }),
  });
}
