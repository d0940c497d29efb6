import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { reloadOnce } from './reload-once.ts';
import { toast } from './toast.ts';

/**
 * Returns a component that loads its code on the first render, or earlier through `preload`. The component renders
 * nothing until the code has loaded. Unlike React's `lazy`, the component does not cache a failure: the next render
 * tries again, and the rest of the screen stays. `onMissing` gets true from the second failure on.
 */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing: (again: boolean) => unknown = reportMissing,
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failed: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const fetchOnce = async () => {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } finally {
      loading = undefined;
    }
  };
  const ensure = () => (loaded ? Promise.resolve() : (loading ??= fetchOnce()));
  const preload = () => void ensure().catch(() => undefined);
  const ensureOrReport = () => {
    const attempt = ensure();
    attempt.catch(() => {
      onMissing(failed !== undefined && failed !== attempt); // several callers may share one attempt
      failed = attempt;
    });
    return attempt;
  };
  /** Calls `onReady` once the code is loaded. Does not call `onReady` after a failure. */
  const need = (onReady: () => void) => (loaded ? onReady() : void ensureOrReport().then(onReady, () => undefined));
  const subscribe = (onLoaded: () => void) => {
    listeners.add(onLoaded);
    return () => listeners.delete(onLoaded);
  };
  /** For callers with their own placeholder. Tries to load on each change of `wanted` to a truthy value. */
  const useLoaded = (wanted: unknown) => {
    const Loaded = useSyncExternalStore(subscribe, () => loaded);
    useEffect(() => {
      if (wanted && !loaded) void ensureOrReport();
    }, [wanted]);
    return wanted ? Loaded : undefined;
  };
  function Part(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded);
    // Tries again on each render until the code is loaded, because the network may be back.
    useEffect(() => {
      if (!Loaded) void ensureOrReport();
    });
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { preload, need, useLoaded });
}

const missing = 'Could not load this part. Please try again.';
async function reportMissing(again: boolean) {
  if (!again || !(await reloadOnce())) toast.error(missing, { id: missing });
}

/** Props for the control that opens the component. The code starts to load on hover or focus. */
export const preloadHandlers = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onPointerDown: preload,
  onFocus: preload,
});
