/** The state of a server that is about to stop: it still responds, and closes each connection after the response. */
export type Drain = {
  readonly isDraining: () => boolean;
  readonly begin: () => void;
};

export function openDrain(): Drain {
  let draining = false;
  return { isDraining: () => draining, begin: () => void (draining = true) };
}
