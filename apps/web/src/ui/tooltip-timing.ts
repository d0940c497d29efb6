// The delays of rule sign-in-27. Only one tooltip is open at a time, so all tooltips share one clock.

const openDelayMs = 700;
const skipDelayMs = 300;
/** Long enough for the pointer to get from the control to the tooltip. */
const leaveDelayMs = 120;

type Hide = () => void;

let hideShown: Hide | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;
let opening: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** After the delay, or at once where another is open or has just closed. */
export function showSoon(show: () => void, hide: Hide) {
  const isSecond = hideShown !== undefined || performance.now() - hiddenAt < skipDelayMs;
  clearTimeout(opening);
  if (isSecond) return showNow(show, hide);
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
