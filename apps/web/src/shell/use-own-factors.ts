import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/**
 * Returns the person's second factors. Until the factors have loaded, guesses from the session's user. In the account
 * of a business, returns all factors without loading, because the factors belong to the person.
 */
export function useOwnFactors() {
  const { user } = useSession();
  const isBusiness = user?.business !== undefined;
  const { data } = useQuery({ ...securityQuery, enabled: !isBusiness });
  if (data)
    return {
      app: data.two_factor_since !== null,
      passkey: data.passkeys.length > 0,
      recoveryCode: data.recovery_codes_left > 0,
    };
  const onlyPasskey = user?.has_factor === true && !user.two_factor;
  return { app: !onlyPasskey, passkey: onlyPasskey || isBusiness, recoveryCode: isBusiness };
}
