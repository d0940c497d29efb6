/**
 * True until the user navigates for the first time. A reload or Back is not a first visit: the page then renders
 * completely at once, so the browser can restore the scroll position.
 */
let isFirst = performance
  .getEntriesByType('navigation')
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');

export const isFirstVisit = () => isFirst;

/** Call on the first navigation inside the app. */
export const endFirstVisit = () => {
  isFirst = false;
};
