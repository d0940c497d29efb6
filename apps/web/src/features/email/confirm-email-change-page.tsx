import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { ChangeInvalid, EmailChange } from './email-change.tsx';
import { MailPage } from './mail-page.tsx';
import { PressFirst } from './press-first.tsx';

export function ConfirmEmailChangePage() {
  const token = useTokenOfLink('/confirm-email-change');
  return (
    <MailPage>
      {token === '' ? (
        <ChangeInvalid />
      ) : (
        <PressFirst
          key={token}
          title="Confirm your new email"
          says="An account is to have this address from now on. If you did not ask for that, close this page: nothing changes."
          button="Confirm my new email"
        >
          <EmailChange token={token} />
        </PressFirst>
      )}
    </MailPage>
  );
}
