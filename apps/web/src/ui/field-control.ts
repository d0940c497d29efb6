import { createContext, useContext } from 'react';

export type FieldControl = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldControlContext = createContext<FieldControl>({});

/**
 * Whether screen readers announce a new field error. False if the form reports errors itself, with a message or by
 * focusing the first wrong field.
 */
export const AnnounceErrorsContext = createContext(true);

/** Returns the id, description and error state that the enclosing `Field` gives to its control. */
export const useFieldControl = () => useContext(FieldControlContext);
