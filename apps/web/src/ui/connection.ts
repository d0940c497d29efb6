import { createContext, useContext, useState } from 'react';

/** Whether the server can be reached, for what has to say so. Who knows provides it; without them it counts as reached. */
export type Connection = {
  readonly online: boolean;
  /** Asks the server now. Where it answers, everything goes on by itself. */
  readonly check: () => Promise<void>;
};

export const ConnectionContext = createContext<Connection>({ online: true, check: async () => undefined });

export const useConnection = () => useContext(ConnectionContext);

/** Asks the server now, for a button that shows it. */
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

/** Why nothing that needs the server can be done. */
export const offlineReason = 'You are offline';
