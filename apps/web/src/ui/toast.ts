export type Toast = {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly id?: string;
  readonly action?: ToastAction;
};

/** Where a message leads. It goes when this is pressed. */
export type ToastAction = { readonly label: string; readonly onPress: () => void };

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];
const listeners = new Set<() => void>();

function say(said: Toast) {
  if (show) return show(said);
  waiting.push(said);
  for (const listener of listeners) listener();
}

/** One with the same id takes the place of the one before. */
type Options = { readonly id?: string; readonly action?: ToastAction };

/** A short message at the top of the screen, gone after four seconds. The list of them is loaded with the first. */
export const toast = {
  success: (text: string, options?: Options) => say({ kind: 'success', text, ...options }),
  error: (text: string, options?: Options) => say({ kind: 'error', text, ...options }),
  info: (text: string, options?: Options) => say({ kind: 'info', text, ...options }),
};

/** For the list: how many wait for it, and when there are more. */
export const waitingToasts = (): number => waiting.length;
export function onToastWaiting(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the list, once it is there: shows what has waited and all that follows, until the answer is called. */
export function takeToasts(by: (toast: Toast) => void): () => void {
  show = by;
  for (const said of waiting.splice(0)) by(said);
  return () => {
    if (show === by) show = undefined;
  };
}

// A full load of another page ends the list. What is said on the way out is said again there, once.

const storageKey = 'florin-said';

export function toastOnNextPage(kind: Toast['kind'], text: string) {
  sessionStorage.setItem(storageKey, JSON.stringify({ kind, text } satisfies Toast));
}

/** To be called when a page starts. */
export function sayWhatWasLeft() {
  const left = sessionStorage.getItem(storageKey);
  if (left === null) return;
  sessionStorage.removeItem(storageKey);
  const said: Toast = JSON.parse(left);
  say(said);
}
