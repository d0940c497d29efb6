import { createContext, useContext } from 'react';

export type FieldControl = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldControlContext = createContext<FieldControl>({});

/**
 * Whether a mistake is read out when it appears. Not so where the form says it in another way: a message, or the focus that
 * goes to the first of many, with which its description is read.
 */
export const MistakesAreNewsContext = createContext(true);

/** What the field around a control hands to it: its id, what describes it, whether it is in error. */
export const useFieldControl = () => useContext(FieldControlContext);
