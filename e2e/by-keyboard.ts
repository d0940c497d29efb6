// Helpers that use the keyboard only.

import { expect, type Locator, type Page } from '@playwright/test';

const maxStops = 100;

/** The first tab stop of every member screen after it loads. */
export const firstStop = (page: Page): Locator => page.getByRole('button', { name: 'Skip to content' });

/** Presses Tab until the target has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  let element = await target.elementHandle();
  const stops: string[] = [];
  while (stops.length < maxStops) {
    const focus = await element?.evaluate(focusOf);
    if (focus === 'there') break;
    stops.push(focus ?? targetGone);
    // Looks up the target only after the target was replaced, because a look-up at each stop would be slow.
    if (stops.at(-1) === targetGone) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target, `reached within ${maxStops} stops: ${stops.join(', ')}`).toBeFocused();
  await expectSeen(target);
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces the text of a field. */
export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Selects an option of a closed list by its first letters. */
export async function choose(page: Page, list: Locator, letters: string, value: string) {
  await tabTo(page, list);
  await page.keyboard.type(letters);
  await expect(list).toHaveValue(value);
}

/** Expects the target to have visible focus without any key press. */
export async function expectFocus(target: Locator) {
  await expect(target).toBeFocused();
  await expectSeen(target);
}

/** Waits until a menu is open and accepts keys; earlier keys would be lost. */
export const expectMenu = (page: Page) => expect(page.locator('[role=menu]:focus-within')).toBeVisible();

/** Expects the focus to be on an element of the page after something closed. */
export async function expectFocusKept(page: Page) {
  await expect(page.locator('body'), 'the focus is somewhere in the page').not.toBeFocused();
}

const targetGone = 'target gone';

/** Runs in the page. Returns "there" or a description of the focused element. */
function focusOf(element: Node): string {
  const { activeElement: focused } = document;
  if (element === focused) return 'there';
  if (!element.isConnected) return 'target gone';
  return `${focused?.tagName} ${(focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').slice(0, 20)}`;
}

async function expectSeen(target: Locator) {
  await expect.poll(() => target.evaluate(isInSight), 'the focused element is not covered').toBe(true);
  await expect.poll(() => target.evaluate(isFocusSeen), 'the focus is visible').toBe(true);
}

/** Runs in the page. Returns whether a part of the element or a part of its label is visible and not covered. */
function isInSight(element: Element): boolean {
  const shown = element.closest('label') ?? element;
  const { x, y, width, height } = shown.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((part) => {
    const hit = document.elementFromPoint(x + width * part, y + height * part);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  });
}

/**
 * Runs in the page. Returns whether the element, a surrounding box or a neighboring box looks different without the
 * focus.
 */
async function isFocusSeen(element: Element): Promise<boolean> {
  if (!(element instanceof HTMLElement) && !(element instanceof SVGElement)) return false;
  const { parentElement: parent } = element;
  const isSeen = (box: Element) =>
    box.checkVisibility({ opacityProperty: true }) && box.getBoundingClientRect().width > 2;
  const boxes = [element, parent, parent?.parentElement, ...(parent?.children ?? [])].filter(
    (box) => box instanceof Element && isSeen(box),
  ) as Element[];
  const look = () =>
    boxes
      .map((box) => {
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(box);
        return [outline, boxShadow, borderColor, backgroundColor].join();
      })
      .join('|');
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const focused = look();
  element.blur();
  // React and menus draw their reaction in the next frame.
  await frame();
  await frame();
  const blurred = look();
  element.focus();
  await frame();
  return focused !== blurred;
}
