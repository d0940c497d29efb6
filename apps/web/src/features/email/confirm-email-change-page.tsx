import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { ChangeInvalid, EmailChange } from './email-change.tsx';
import { MailPage } from './mail-page.tsx';

export function ConfirmEmailChangePage() {
  const token = useTokenOfLink('/confirm-email-change');
  return <MailPage>{token === '' ? <ChangeInvalid /> : <EmailChange token={token} />}</MailPage>;
}
