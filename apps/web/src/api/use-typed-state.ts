import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { forgetTyped, keepAskedPage, typedBefore } from './asked-page.ts';

/** What stands in the forms of the page, by their names. */
const typed = new Map<string, unknown>();

/**
 * The state of a form's fields, which outlives the end of a session: when the member has signed in again, the form has
 * what was typed. Never for passwords, codes or cards. Nothing is sent by it.
 */
export function useTypedState<T extends string | object>(
  name: string,
  first: T | (() => T),
): [T, Dispatch<SetStateAction<T>>] {
  const [begun] = useState(first);
  const [value, setValue] = useState(() => {
    const before = typedBefore(name);
    return isShapedLike(before, begun) ? before : begun;
  });
  useEffect(() => {
    if (isSame(value, begun)) typed.delete(name);
    else typed.set(name, value);
  }, [name, value, begun]);
  useEffect(() => {
    forgetTyped(name);
    return () => void typed.delete(name);
  }, [name]);
  return [value, setValue];
}

/** The session has ended while this page is shown: it is come back to with what stands in its forms. */
export const keepPageAsTyped = ({ pathname, search, hash }: Location): void =>
  keepAskedPage(pathname + search + hash, Object.fromEntries(typed));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Another version of the app may have kept it. */
function isShapedLike<T>(before: unknown, sample: T): before is T {
  if (typeof before !== 'object' || before === null) return typeof before === typeof sample;
  if (typeof sample !== 'object' || sample === null) return false;
  const known: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(sample));
  return Object.entries(before).every(([key, value]) => key in known && typeof value === typeof (known[key] ?? value));
}
