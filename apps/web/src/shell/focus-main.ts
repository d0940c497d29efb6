/** Puts the keyboard, and a screen reader's voice, at the start of the screen. */
export function focusMain() {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}
