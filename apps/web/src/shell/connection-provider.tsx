import { useMemo, type ReactNode } from 'react';
import { isReached, useIsOnline } from '../api/reach.ts';
import { ConnectionContext } from '../ui/connection.ts';

/** Provides the connection state to buttons and loading content. */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const online = useIsOnline();
  const connection = useMemo(() => ({ online, check: async () => void (await isReached()) }), [online]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
