import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { loadAnew } from './load-anew.ts';
import { toast } from './toast.ts';

/**
 * A part of a screen whose code comes when it is first shown, or a little before, by `preload`. Nothing stands in its
 * place until then. Unlike React's `lazy` it keeps no failure: what did not come is asked for again the next time, and
 * the screen around it stays. `onMissing` is told whether it was asked for in vain before.
 */
export function whenNeeded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing: (again: boolean) => unknown = tellMissing,
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let missed: Promise<void> | undefined;
  const waiting = new Set<() => void>();

  const fetchOnce = async () => {
    try {
      loaded = await load();
      for (const tell of waiting) tell();
    } finally {
      loading = undefined;
    }
  };
  const ask = () => (loaded ? Promise.resolve() : (loading ??= fetchOnce()));
  const preload = () => void ask().catch(() => undefined);
  const askFor = () => {
    const asked = ask();
    asked.catch(() => {
      onMissing(missed !== undefined && missed !== asked); // several may have asked at once
      missed = asked;
    });
    return asked;
  };
  /** Goes on once it is there, and not at all where it does not come. */
  const need = (goOn: () => void) => (loaded ? goOn() : void askFor().then(goOn, () => undefined));
  const subscribe = (onLoaded: () => void) => {
    waiting.add(onLoaded);
    return () => waiting.delete(onLoaded);
  };
  /** For whoever has something to show meanwhile: asks for it with each other value of `wanted` that is true. */
  const useLoaded = (wanted: unknown) => {
    const Loaded = useSyncExternalStore(subscribe, () => loaded);
    useEffect(() => {
      if (wanted && !loaded) void askFor();
    }, [wanted]);
    return wanted ? Loaded : undefined;
  };
  function Part(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded);
    // With each rendering, as long as it is not there: whoever asks again may have a network by now.
    useEffect(() => {
      if (!Loaded) void askFor();
    });
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { preload, need, useLoaded });
}

const missing = 'This part could not be loaded. Please try again.';
async function tellMissing(again: boolean) {
  if (!again || !(await loadAnew())) toast.error(missing, { id: missing });
}

/** Spread over whatever shows the part when it is pressed: the code is on its way while the pointer is. */
export const preloads = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onPointerDown: preload,
  onFocus: preload,
});
