import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { paths } from '../paths.ts';

/** Reads the token after the `#`, which browsers do not send, and removes the token from the address bar and history. */
export function useTokenOfLink(page: (typeof paths)['confirmEmail' | 'confirmEmailChange' | 'joinBusiness']): string {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(hash);
  // Opening another link in the same tab changes only the hash.
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: page, hash: '', replace: true });
  }, [hash, navigate, page]);
  return token;
}
