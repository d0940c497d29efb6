import { createContext, useContext, useState } from 'react';

/** Whether the server is reachable. Without a provider, the server counts as reachable. */
export type Connection = {
  readonly online: boolean;
  /** Polls the server now. If the server answers, the app continues automatically. */
  readonly check: () => Promise<void>;
};

export const ConnectionContext = createContext<Connection>({ online: true, check: async () => undefined });

export const useConnection = () => useContext(ConnectionContext);

/** A connection check with a busy state, for a Retry button. */
export function useCheck() {
  const { check } = useConnection();
  const [checking, setChecking] = useState(false);
  const retry = async () => {
    setChecking(true);
    await check();
    setChecking(false);
  };
  return { checking, retry };
}

/** The reason shown on every control that needs the server. */
export const offlineReason = 'You are offline';
