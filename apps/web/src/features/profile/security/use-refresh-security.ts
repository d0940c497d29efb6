import { useQueryClient } from '@tanstack/react-query';
import { securityQuery, sessionsQuery } from '../../../api/queries.ts';
import { refreshUser } from '../../../api/session.ts';

/** After whatever changes who can get in: the facts, the sessions, and what the user object says of it. */
export function useRefreshSecurity() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    void refreshUser(queryClient);
  };
}
