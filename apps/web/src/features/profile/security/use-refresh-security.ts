import { useQueryClient } from '@tanstack/react-query';
import { securityQuery, sessionsQuery } from '../../../api/queries.ts';
import { refreshUser } from '../../../api/session.ts';

/** Returns a function that reloads the security settings, the sessions and the user after a security change. */
export function useRefreshSecurity() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    void refreshUser(queryClient);
  };
}
