import { createContext } from 'react';

/** True if the status changed while the page was open. The new heading then gets the focus. */
export const StatusChangedContext = createContext(false);
