import './email.css';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { Confirmation } from './confirmation.tsx';
import { LinkInvalid } from './link-invalid.tsx';

/** Where the link of the mail leads, signed in or not. */
export function ConfirmEmailPage() {
  const token = useTokenOfLink();
  return (
    <div className="wrap mail-page">
      <header>
        <Link className="logo" to="/">
          <Logo size={30} />
        </Link>
        <ThemeSwitch />
      </header>
      <main className="sheet mail-sheet">{token === '' ? <LinkInvalid /> : <Confirmation token={token} />}</main>
    </div>
  );
}

/** The token stands behind the `#`, which is sent to nobody. Once read it leaves the address bar and the history. */
function useTokenOfLink(): string {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(hash);
  // Another link that is opened in the same tab changes nothing but the hash.
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/confirm-email', hash: '', replace: true });
  }, [hash, navigate]);
  return token;
}
