import { useState, useSyncExternalStore } from 'react';
import { onToastWaiting, waitingToasts } from './toast.ts';
import { whenNeeded } from './when-needed.tsx';

const ToastList = whenNeeded(
  () => import('./toast-list.tsx').then((loaded) => loaded.ToastList),
  () => undefined, // there is nothing to say it with
);

/** Written once, in each page. Nothing of it is loaded before there is something to say. */
export function Toaster() {
  const count = useSyncExternalStore(onToastWaiting, waitingToasts);
  const [wanted, setWanted] = useState(false);
  if (count > 0 && !wanted) setWanted(true);
  // An open dialog hides everything from screen readers but what is marked so when it opens: also what is yet to come.
  return <div aria-live="off">{wanted && <ToastList />}</div>;
}
