import { useEffect, useState } from 'react';

/** The token stands behind the `#`, which is sent to nobody. Once read it leaves the address bar and the history. */
export function useToken(): string {
  const [token, setToken] = useState(tokenOfAddress);
  useEffect(() => {
    // Another link that is opened in the same tab changes nothing but the hash.
    const read = () => {
      const next = tokenOfAddress();
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

const tokenOfAddress = () => location.hash.slice(1);
