/** Elements that can take the focus and that announce their place to a screen-reader user. */
const regions = 'section, article, fieldset, form, [role=dialog], main';

/** Returns the regions around an element, innermost first. */
export function regionsAround(element: Element): readonly HTMLElement[] {
  const region = element.parentElement?.closest<HTMLElement>(regions);
  return region ? [region, ...regionsAround(region)] : [];
}

/**
 * Watches a focused element that may be removed, such as the Pay button of a request. On removal the focus moves to the
 * nearest remaining region, instead of the top of the page. The watch ends when the focus moves.
 */
export function keepFocusNear(element: Element, around = regionsAround(element)) {
  const check = () => {
    if (element.isConnected) return;
    end();
    setTimeout(focusRegion); // a replacement element or a closing dialog takes the focus first
  };
  const focusRegion = () => {
    if (document.activeElement !== document.body) return;
    const region = around.find((each) => each.isConnected) ?? document.querySelector('main');
    if (!region) return;
    region.tabIndex = -1;
    region.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(check);
  const end = () => {
    watch.disconnect();
    document.removeEventListener('focusin', end);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', end);
  check();
}
