/** Parts of a page that can say by their name, or by how they begin, where one is. */
const places = 'section, article, fieldset, form, [role=dialog], main';

/** The parts that an element is in, from the inside out. */
export function placesAround(element: Element): readonly HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(places);
  return place ? [place, ...placesAround(place)] : [];
}

/**
 * For what has the focus and may leave the page with it: the button of a request that was paid, of a session that was
 * ended. The focus then stays in the nearest part that is left, where it would be lost at the top of the page. Ends with
 * the next move of the focus.
 */
export function stayNear(element: Element, around = placesAround(element)) {
  const look = () => {
    if (element.isConnected) return;
    end();
    setTimeout(takeUp); // first whoever takes its place, or gives the focus back after a dialog
  };
  const takeUp = () => {
    if (document.activeElement !== document.body) return;
    const place = around.find((each) => each.isConnected) ?? document.querySelector('main');
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  const end = () => {
    watch.disconnect();
    document.removeEventListener('focusin', end);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', end);
  look();
}
