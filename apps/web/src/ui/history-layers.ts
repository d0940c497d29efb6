// The browser's Back closes what lies over a page, and leaves the page itself only after that. Each layer has an entry of
// its own in the browser's history, a copy of the page's with the layer's number. The router never hears of these entries.

type Layer = { readonly close: () => void };

/** How many layers lie below this entry of the history, its own included; the page itself has none. */
type EntryState = { readonly layer?: number; readonly __TSR_key?: string } | null;

const open: Layer[] = [];
/** Navigations that wait until the entries of the layers are gone: they start from the page, not from a layer. */
const waiting: (() => void)[] = [];
/** How many entries of layers lie above that of the page. */
let stacked = 0;
/** The page that they lie above, by the router's key. */
let page: string | undefined;
/** The browser is on its way to another entry because this module asked for it. */
let moving = false;
/** The browser is on its way to another document. A step in the history would call that off. */
let leaving = false;
let staying: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
let watching = false;

/** Starts to watch the history. To be called before the router does: it must not hear of the layers' entries. */
export function watchLayers() {
  if (watching) return;
  watching = true;
  addEventListener('popstate', onPopState, { capture: true });
  const state: EntryState = history.state;
  // After a reload nothing is open, and the entries of what was open are still there.
  stacked = state?.layer ?? 0;
  page = state?.__TSR_key;
  settle();
}

/** Puts a layer over the page until the answer is called. Back calls `close`, which may leave it open. */
export function addLayer(close: () => void): () => void {
  watchLayers(); // of a document without a router
  const layer = { close };
  open.push(layer);
  addEventListener('beforeunload', onLeaving);
  settleSoon();
  return () => {
    open.splice(open.indexOf(layer), 1);
    settleSoon();
  };
}

/** Navigates from the page: at once, or as soon as the entries of its layers are gone. */
export function navigateBelowLayers(navigate: () => void) {
  if (stacked === 0 && !moving) return navigate();
  waiting.push(navigate);
  settle();
}

/** A turn later: a dialog that takes the place of another one leaves the history as it is. */
function settleSoon() {
  settling ??= setTimeout(() => {
    settling = undefined;
    settle();
    while (!moving && !leaving && stacked < open.length) push();
  });
}

/** Brings the history in line with what is open, as far as that goes at once. */
function settle() {
  if (moving || leaving) return;
  const kept = waiting.length > 0 ? 0 : open.length;
  if (stacked > kept) {
    moving = true;
    history.go(kept - stacked);
    return;
  }
  for (const navigate of waiting.splice(0)) navigate();
  if (stacked < open.length) settleSoon();
  // Some browsers do not keep a page for Back that listens for this.
  if (open.length === 0) removeEventListener('beforeunload', onLeaving);
}

/** Milliseconds. A page that is still here then was not left: the answer was a file, or loading was stopped. */
const longestLeaving = 10_000;

function onLeaving() {
  leaving = true;
  clearTimeout(staying);
  staying = setTimeout(() => {
    leaving = false;
    settle();
  }, longestLeaving);
}

/** Past the router, which has made `history.pushState` its own. */
function push() {
  const state: EntryState = history.state;
  if (stacked === 0) page = state?.__TSR_key;
  stacked += 1;
  History.prototype.pushState.call(history, { ...state, layer: stacked }, '');
}

function onPopState(event: PopStateEvent) {
  const state: EntryState = event.state;
  const arrived = state?.layer ?? 0;
  if (state?.__TSR_key !== page) return onOtherPage(arrived, state?.__TSR_key);
  if (stacked === 0 && arrived === 0) return;
  event.stopImmediatePropagation();
  const closed = moving ? 0 : stacked - arrived;
  stacked = arrived;
  moving = false;
  for (let left = closed; left > 0; left--) open.at(-left)?.close();
  // What does not close keeps its place; where Forward led to a layer that is gone, it leads back.
  if (closed > 0) settleSoon();
  else settle();
}

/** The router goes there; what was open over the page before goes with that page. */
function onOtherPage(arrived: number, key: string | undefined) {
  stacked = arrived;
  page = key;
  moving = false;
  settleSoon();
}
