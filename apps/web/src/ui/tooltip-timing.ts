// The delays of rule sign-in-27. Only one tooltip is open at a time, so all tooltips share these timers.

const openDelayMs = 700;
const skipDelayMs = 300;
/** Gives the pointer time to move from the control to the tooltip. */
const leaveDelayMs = 120;

type Hide = () => void;

let hideShown: Hide | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;
let opening: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Shows a tooltip after the delay, or immediately if another tooltip is open or just closed. */
export function showSoon(show: () => void, hide: Hide) {
  const skipsDelay = hideShown !== undefined || performance.now() - hiddenAt < skipDelayMs;
  clearTimeout(opening);
  if (skipsDelay) return showNow(show, hide);
  opening = setTimeout(() => showNow(show, hide), openDelayMs);
}

export function showNow(show: () => void, hide: Hide) {
  stayShown();
  if (hideShown !== hide) hideNow();
  hideShown = hide;
  show();
}

export function hideSoon() {
  clearTimeout(opening);
  clearTimeout(leaving);
  leaving = setTimeout(hideNow, leaveDelayMs);
}

export function hideNow() {
  clearTimeout(opening);
  clearTimeout(leaving);
  if (!hideShown) return;
  hideShown();
  hideShown = undefined;
  hiddenAt = performance.now();
}

export const stayShown = () => clearTimeout(leaving);
