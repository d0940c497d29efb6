import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { forgetInput, saveRequestedPage, savedInput } from './requested-page.ts';

/** The current input of the page's forms, by field name. */
const typed = new Map<string, unknown>();

/**
 * Form state that survives an expired session: the input returns after the member signs in again. Never use this state
 * for passwords, codes or cards. The hook submits nothing.
 */
export function useTypedState<T extends string | object>(
  name: string,
  first: T | (() => T),
): [T, Dispatch<SetStateAction<T>>] {
  const [initial] = useState(first);
  const [value, setValue] = useState(() => {
    const before = savedInput(name);
    return isShapedLike(before, initial) ? completed(before, initial) : initial;
  });
  useEffect(() => {
    if (isSame(value, initial)) typed.delete(name);
    else typed.set(name, value);
  }, [name, value, initial]);
  useEffect(() => {
    forgetInput(name);
    return () => void typed.delete(name);
  }, [name]);
  return [value, setValue];
}

/** Stores the page with its form input. Call it when the session expires. */
export const savePageWithInput = ({ pathname, search, hash }: Location): void =>
  saveRequestedPage(pathname + search + hash, Object.fromEntries(typed));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Adds the fields that are missing in input from an older app version. */
const completed = <T extends string | object>(before: T, initial: T): T =>
  typeof before === 'object' ? Object.assign({}, initial, before) : before;

/** Checks stored input, because another app version may have written it. */
function isShapedLike<T>(before: unknown, sample: T): before is T {
  if (typeof before !== 'object' || before === null) return typeof before === typeof sample;
  if (typeof sample !== 'object' || sample === null) return false;
  const known: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(sample));
  return Object.entries(before).every(([key, value]) => key in known && typeof value === typeof (known[key] ?? value));
}
