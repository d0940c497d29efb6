import { useState, useSyncExternalStore } from 'react';
import { onToastQueued, queuedToasts } from './toast.ts';
import { loadOnDemand } from './load-on-demand.tsx';

const ToastList = loadOnDemand(
  () => import('./toast-list.tsx').then((loaded) => loaded.ToastList),
  () => undefined, // without the toast list there is no way to report the error
);

/** Shows the queued toasts. Render one toaster per document. The first toast loads the toast list. */
export function Toaster() {
  const count = useSyncExternalStore(onToastQueued, queuedToasts);
  const [wanted, setWanted] = useState(false);
  if (count > 0 && !wanted) setWanted(true);
  // An opening dialog hides everything else from screen readers, except live regions that exist at that time.
  return <div aria-live="off">{wanted && <ToastList />}</div>;
}
