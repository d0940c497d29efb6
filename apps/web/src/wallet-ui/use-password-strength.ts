import type { PasswordOwner } from '@florin/contract';
import { useEffect, useState } from 'react';
import { isLive } from '../api/page-settings.ts';
import type { Strength } from './password-strength.ts';

type Judge = (password: string, owner: PasswordOwner) => Strength;

/**
 * Loads what judges passwords when it is first wanted: a file that every browser gets, so no part of a password leaves
 * the page. Undefined until then, and where it cannot be loaded; the server checks in any case.
 */
export function usePasswordStrength(wanted: boolean): Judge | undefined {
  const [loaded, setLoaded] = useState<{ judge: Judge }>();
  useEffect(() => {
    if (!wanted) return undefined;
    let isHere = true;
    const load = async () => {
      const { passwordStrength } = await import('./password-strength.ts');
      if (isHere) setLoaded({ judge: (password, owner) => passwordStrength(password, { owner, live: isLive() }) });
    };
    load().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [wanted]);
  return loaded?.judge;
}
