export type Toast = {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly id?: string;
  readonly action?: ToastAction;
};

/** A link in the toast. Pressing it also dismisses the toast. */
export type ToastAction = { readonly label: string; readonly onPress: () => void };

let show: ((toast: Toast) => void) | undefined;
const queue: Toast[] = [];
const listeners = new Set<() => void>();

function emit(shown: Toast) {
  if (show) return show(shown);
  queue.push(shown);
  for (const listener of listeners) listener();
}

/** A toast replaces an earlier toast with the same id. */
type Options = { readonly id?: string; readonly action?: ToastAction };

/** A short message at the top of the screen for four seconds. The first toast loads the toast list. */
export const toast = {
  success: (text: string, options?: Options) => emit({ kind: 'success', text, ...options }),
  error: (text: string, options?: Options) => emit({ kind: 'error', text, ...options }),
  info: (text: string, options?: Options) => emit({ kind: 'info', text, ...options }),
};

/** The number of toasts that wait for the toast list. */
export const queuedToasts = (): number => queue.length;
export function onToastQueued(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes queued and later toasts to the toast list. Returns the unsubscribe function. */
export function handleToasts(handler: (toast: Toast) => void): () => void {
  show = handler;
  for (const queued of queue.splice(0)) handler(queued);
  return () => {
    if (show === handler) show = undefined;
  };
}

// Loading another document removes all toasts. `toastOnNextPage` shows a toast in the next document instead.

const storageKey = 'florin-said';

export function toastOnNextPage(kind: Toast['kind'], text: string) {
  sessionStorage.setItem(storageKey, JSON.stringify({ kind, text } satisfies Toast));
}

/** Shows the toast that the previous document stored. Call it at page start. */
export function showPendingToast() {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return;
  sessionStorage.removeItem(storageKey);
  const left: Toast = JSON.parse(stored);
  emit(left);
}
