import { createContext, useContext } from 'react';

/** Whether the server can be reached, for what has to say so. Who knows provides it; without them it counts as reached. */
export type Connection = {
  readonly online: boolean;
  /** Asks the server now. Where it answers, everything goes on by itself. */
  readonly check: () => Promise<void>;
};

export const ConnectionContext = createContext<Connection>({ online: true, check: async () => undefined });

export const useConnection = () => useContext(ConnectionContext);

/** Why nothing that needs the server can be done. */
export const offlineReason = 'You are offline';
