// The browser's Back button closes the layers over a page (dialogs, drawers) before Back leaves the page. Each layer
// has its own entry in the browser history: a copy of the page's entry with the layer's number. The router never sees
// these entries.

type Layer = { readonly close: () => void };

/** `layer` counts the layers at this history entry, including the entry's layer. The page's entry has no `layer`. */
type EntryState = { readonly layer?: number; readonly __TSR_key?: string } | null;

const open: Layer[] = [];
/** Navigations that wait until all layer entries are removed, because a navigation must start from the page's entry. */
const waiting: (() => void)[] = [];
/** The number of layer entries above the page's entry. */
let stacked = 0;
/** The router's key of the page below the layers. */
let page: string | undefined;
/** True while a `history.go` of this module is under way. */
let moving = false;
/** True while the browser loads another document. A history step would cancel that load. */
let leaving = false;
let staying: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
let watching = false;

/**
 * Starts to watch the history. Call this function before the router starts, so the router does not see layer entries.
 */
export function watchLayers() {
  if (watching) return;
  watching = true;
  addEventListener('popstate', onPopState, { capture: true });
  const state: EntryState = history.state;
  // A reload closes all layers but leaves their history entries.
  stacked = state?.layer ?? 0;
  page = state?.__TSR_key;
  settle();
}

/**
 * Adds a layer over the page and returns a function that removes the layer. Back calls `close`, which may keep the
 * layer open.
 */
export function addLayer(close: () => void): () => void {
  watchLayers(); // for documents without a router
  const layer = { close };
  open.push(layer);
  addEventListener('beforeunload', onLeaving);
  settleSoon();
  return () => {
    open.splice(open.indexOf(layer), 1);
    settleSoon();
  };
}

/** Navigates from the page's entry: immediately, or after the layer entries are removed. */
export function navigateBelowLayers(navigate: () => void) {
  if (stacked === 0 && !moving) return navigate();
  waiting.push(navigate);
  settle();
}

/** Settles in a later task, so replacing one dialog with another does not change the history. */
function settleSoon() {
  settling ??= setTimeout(() => {
    settling = undefined;
    settle();
    while (!moving && !leaving && stacked < open.length) push();
  });
}

/** Aligns the history with the open layers, as far as possible without waiting. */
function settle() {
  if (moving || leaving) return;
  const target = waiting.length > 0 ? 0 : open.length;
  if (stacked > target) {
    moving = true;
    history.go(target - stacked);
    return;
  }
  for (const navigate of waiting.splice(0)) navigate();
  if (stacked < open.length) settleSoon();
  // Some browsers do not put pages with this listener into the back/forward cache.
  if (open.length === 0) removeEventListener('beforeunload', onLeaving);
}

/** If the page still exists after this time, the navigation was a download, or the user stopped the navigation. */
const maxLeavingMs = 10_000;

function onLeaving() {
  leaving = true;
  clearTimeout(staying);
  staying = setTimeout(() => {
    leaving = false;
    settle();
  }, maxLeavingMs);
}

/** Bypasses the router, which overrides `history.pushState`. */
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
  // A layer that stays open gets its entry back. A Forward to a removed layer is undone.
  if (closed > 0) settleSoon();
  else settle();
}

/** The router shows the other page. The layers of the previous page unmount with that page. */
function onOtherPage(arrived: number, key: string | undefined) {
  stacked = arrived;
  page = key;
  moving = false;
  settleSoon();
}
