import type { Page } from '@playwright/test';

/**
 * Returns the controls with a hit area below `least` CSS pixels, in the frontmost part of the page, with the size of
 * the area. Checks the element under each point around the center, so a label counts for its field, and invisible hit
 * areas also count. Leaves out links within a sentence, keyboard-only controls and the sandbox's ribbon, which live
 * mode does not have. Ignores toasts over a control, because toasts disappear.
 */
export const smallTargets = (page: Page, least: number): Promise<string[]> => page.evaluate(findSmallTargets, least);

/** Runs in the page. */
function findSmallTargets(least: number): string[] {
  const pressable = 'a[href], button, input, select, textarea, summary, [role^=menuitem]';
  const notMeant = '[type=file], .ribbon *, .skip, .buy_coinLine:nth-child(n + 9) *';
  const front = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;

  const isInSentence = (control: Element) =>
    getComputedStyle(control).display.startsWith('inline') &&
    [...(control.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
  const isMeant = (control: Element) =>
    control.checkVisibility({ visibilityProperty: true }) &&
    !control.matches(notMeant) &&
    getComputedStyle(control).pointerEvents !== 'none' &&
    !isInSentence(control);

  const messages = '[data-sonner-toaster]';
  const counts = (above: Element, control: Element) => !above.closest(messages) || control.closest(messages) !== null;
  /**
   * Returns the control that a press at this point reaches. Looks below the top element only if the top element is a
   * toast, because the look is slow.
   */
  const pressedAt = (x: number, y: number, control: Element) => {
    const first = document.elementFromPoint(x, y);
    const above =
      first && counts(first, control)
        ? first
        : document.elementsFromPoint(x, y).find((element) => counts(element, control));
    const hit = above?.closest(`${pressable}, label`);
    return hit instanceof HTMLLabelElement ? hit.control : hit;
  };
  const roomOf = (control: Element) => {
    // A press on the label presses a field that is not drawn.
    const shown = control.getBoundingClientRect().width > 1 ? control : (control.closest('label') ?? control);
    shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = shown.getBoundingClientRect();
    const reach = (right: number, down: number, maximum: number) => {
      const isOwn = (step: number) =>
        pressedAt(x + width / 2 + right * (step + 0.5), y + height / 2 + down * (step + 0.5), control) === control;
      let steps = 0;
      while (steps < maximum && isOwn(steps)) steps++;
      return steps;
    };
    const [left, up] = [reach(-1, 0, least), reach(0, -1, least)];
    return { width: left + reach(1, 0, least - left), height: up + reach(0, 1, least - up) };
  };

  return [...front.querySelectorAll(pressable)].filter(isMeant).flatMap((control) => {
    const { width, height } = roomOf(control);
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40);
    const words = `${control.tagName.toLowerCase()}.${control.className} “${name}” gives ${width} × ${height}`;
    return width >= least && height >= least ? [] : [words];
  });
}
