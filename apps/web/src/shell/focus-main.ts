/** Moves the focus, and with it screen readers, to the start of the main content. */
export function focusMain() {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}
