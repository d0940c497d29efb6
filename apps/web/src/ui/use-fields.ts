import { useRef, useState, type ChangeEvent } from 'react';

/** Holds the fields and errors of a form with text inputs. Typing into a field removes its error. */
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
    /** Returns the props for an input. */
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
    /** Shows the error at each affected field and focuses the first affected field. */
    showProblem: ({ at }: { at: Readonly<Partial<Record<Name, string>>> }) => {
      setErrors((before) => ({ ...before, ...at }));
      const [first] = Object.keys(at) as Name[];
      if (first) inputs.current.get(first)?.focus();
    },
    setError: (name: Name, message: string) => setErrors((before) => ({ ...before, [name]: message })),
  };
}
