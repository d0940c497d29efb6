import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { paths } from '../paths.ts';

/** The token stands behind the `#`, which is sent to nobody. Once read it leaves the address bar and the history. */
export function useTokenOfLink(page: (typeof paths)['confirmEmail' | 'confirmEmailChange']): string {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(hash);
  // Another link that is opened in the same tab changes nothing but the hash.
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: page, hash: '', replace: true });
  }, [hash, navigate, page]);
  return token;
}
