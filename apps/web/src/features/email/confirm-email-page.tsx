import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { Confirmation } from './confirmation.tsx';
import { LinkInvalid } from './link-invalid.tsx';
import { MailPage } from './mail-page.tsx';

export function ConfirmEmailPage() {
  const token = useTokenOfLink('/confirm-email');
  return <MailPage>{token === '' ? <LinkInvalid /> : <Confirmation token={token} />}</MailPage>;
}
