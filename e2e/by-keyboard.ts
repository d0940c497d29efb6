// The keyboard alone, as somebody without a pointer has it.

import { expect, type Locator, type Page } from '@playwright/test';

const mostStops = 100;

/** Of every screen for members: the keyboard begins there when it has just been loaded. */
export const firstStop = (page: Page): Locator => page.getByRole('button', { name: 'Skip to content' });

/** Goes on with the Tab key until there, and sees there that it is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  let element = await target.elementHandle();
  const stops: string[] = [];
  while (stops.length < mostStops) {
    const focus = await element?.evaluate(focusOf);
    if (focus === 'there') break;
    stops.push(focus ?? targetGone);
    // Looking for the target at each stop would take longer than to go on: it is looked for again where it was replaced.
    if (stops.at(-1) === targetGone) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target, `reached within ${mostStops} stops: ${stops.join(', ')}`).toBeFocused();
  await expectSeen(target);
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** In the place of what may stand in the field. */
export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** An option of a closed list is found by the letters it begins with. */
export async function choose(page: Page, list: Locator, letters: string, value: string) {
  await tabTo(page, list);
  await page.keyboard.type(letters);
  await expect(list).toHaveValue(value);
}

/** The focus is there of itself, and can be seen. */
export async function expectFocus(target: Locator) {
  await expect(target).toBeFocused();
  await expectSeen(target);
}

/** It is open and takes keys: before that they would be lost. */
export const expectMenu = (page: Page) => expect(page.locator('[role=menu]:focus-within')).toBeVisible();

/** After something is closed or gone, the keyboard is not back at the top of the page. */
export async function expectFocusKept(page: Page) {
  await expect(page.locator('body'), 'the focus is somewhere in the page').not.toBeFocused();
}

const targetGone = 'target gone';

/** Runs in the page. Where the focus is not on the element it tells what has it. */
function focusOf(element: Node): string {
  const { activeElement: focused } = document;
  if (element === focused) return 'there';
  if (!element.isConnected) return 'target gone';
  return `${focused?.tagName} ${(focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').slice(0, 20)}`;
}

async function expectSeen(target: Locator) {
  await expect.poll(() => target.evaluate(isInSight), 'no bar lies over what has the focus').toBe(true);
  await expect.poll(() => target.evaluate(isFocusSeen), 'the focus can be seen').toBe(true);
}

/** Runs in the page: a part of the element, or of the label that stands for it, is neither outside nor under something. */
function isInSight(element: Element): boolean {
  const shown = element.closest('label') ?? element;
  const { x, y, width, height } = shown.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((part) => {
    const hit = document.elementFromPoint(x + width * part, y + height * part);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  });
}

/** Runs in the page: what is seen of the element, or of the box drawn around or beside it, is another without the focus. */
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
  // What React or a menu does about it is drawn with the next frame.
  await frame();
  await frame();
  const blurred = look();
  element.focus();
  await frame();
  return focused !== blurred;
}
