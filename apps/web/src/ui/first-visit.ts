/**
 * Whether what is drawn now is the first page of a first visit: nobody has been anywhere in it yet. A page that is loaded
 * again, or gone back to, has all at once, as it is scrolled to where it was.
 */
let isFirst = performance
  .getEntriesByType('navigation')
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');

export const isFirstVisit = () => isFirst;

/** From the second page on there are places to go back to. */
export const endFirstVisit = () => {
  isFirst = false;
};
