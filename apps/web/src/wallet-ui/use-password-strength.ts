import type { PasswordOwner } from '@florin/contract';
import { useEffect, useState } from 'react';
import { isLive } from '../api/page-settings.ts';
import type { Strength } from './password-strength.ts';

type Rate = (password: string, owner: PasswordOwner) => Strength;

/**
 * Returns the function that rates passwords. Loads the list of common passwords when `wanted`, so no part of a password
 * leaves the page. Undefined until loaded and if loading fails; the server checks passwords in any case.
 */
export function usePasswordStrength(wanted: boolean): Rate | undefined {
  const [loaded, setLoaded] = useState<{ rate: Rate }>();
  useEffect(() => {
    if (!wanted) return undefined;
    let isMounted = true;
    const load = async () => {
      const { passwordStrength } = await import('./password-strength.ts');
      if (isMounted) setLoaded({ rate: (password, owner) => passwordStrength(password, { owner, live: isLive() }) });
    };
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [wanted]);
  return loaded?.rate;
}
