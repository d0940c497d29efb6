import { createContext, useContext } from 'react';

export type FieldControl = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldControlContext = createContext<FieldControl>({});

/** What the field around a control hands to it: its id, what describes it, whether it is in error. */
export const useFieldControl = () => useContext(FieldControlContext);
