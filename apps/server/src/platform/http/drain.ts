/** A server that is about to stop: still answering, and sending everybody elsewhere. */
export type Drain = {
  readonly isDraining: () => boolean;
  readonly begin: () => void;
};

export function openDrain(): Drain {
  let draining = false;
  return { isDraining: () => draining, begin: () => void (draining = true) };
}
