import { useEffect, useState } from 'react';

/** Reads the token from the URL hash, which browsers never send. Removes it from the URL and the history. */
export function useToken(): string {
  const [token, setToken] = useState(tokenOfUrl);
  useEffect(() => {
    // Opening another link in the same tab changes only the hash.
    const read = () => {
      const next = tokenOfUrl();
      if (next === '') return;
      setToken(next);
      history.replaceState(null, '', location.pathname);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

const tokenOfUrl = () => location.hash.slice(1);
