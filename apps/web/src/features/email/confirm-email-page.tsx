import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { Confirmation } from './confirmation.tsx';
import { LinkInvalid } from './link-invalid.tsx';
import { MailPage } from './mail-page.tsx';
import { PressFirst } from './press-first.tsx';

export function ConfirmEmailPage() {
  const token = useTokenOfLink('/confirm-email');
  return (
    <MailPage>
      {token === '' ? (
        <LinkInvalid />
      ) : (
        <PressFirst
          key={token}
          title="Confirm your email"
          says="An account was opened with this address. If that was not you, close this page: nothing is confirmed."
          button="Confirm my email"
        >
          <Confirmation token={token} />
        </PressFirst>
      )}
    </MailPage>
  );
}
