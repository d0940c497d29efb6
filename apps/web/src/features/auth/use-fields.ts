import { useRef, useState, type ChangeEvent } from 'react';
import type { Problem } from './entry-rules.ts';

/**
 * The texts of a small form, and what is wrong with each. The entry pages are the first that many see: they do without
 * the library that the app's longer forms are made with.
 */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const inputs = useRef(new Map<Name, HTMLInputElement>());

  const set = (name: Name, text: string) => {
    setFields((before) => ({ ...before, [name]: text }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  return {
    fields,
    set,
    /** Spread over the input. */
    register: (name: Name) => ({
      name,
      value: fields[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
    }),
    errorOf: (name: Name): string | undefined => errors[name],
    clearErrors: () => setErrors({}),
    /** Says it at each field that it is about, and leads to the first. */
    refuse: ({ at }: Problem<Name>) => {
      setErrors((before) => ({ ...before, ...at }));
      const [first] = Object.keys(at) as Name[];
      if (first) inputs.current.get(first)?.focus();
    },
    setError: (name: Name, message: string) => setErrors((before) => ({ ...before, [name]: message })),
  };
}
