// Checks screens at the browser's own font sizes and reports unreadable texts.

import { expect, type CDPSession, type Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { retryUntil, isEmpty, isNotWider } from './retry-until.ts';

/** A reader's setting: letters twice as large (WCAG 1.4.4), or a window of 320 CSS pixels (1.4.10). */
export type Reading = { readonly letters: number; readonly width: number; readonly height: number };

const readings: readonly Reading[] = [
  { letters: 32, width: 390, height: 844 },
  { letters: 24, width: 390, height: 844 },
  { letters: 16, width: 320, height: 640 },
  { letters: 32, width: 1280, height: 900 },
];

/** The default window and font size. */
export const usual: Reading = { letters: 16, width: 1280, height: 900 };

const sessions = new WeakMap<Page, CDPSession>();

/**
 * Sets the browser's default font size like the settings page. `rem` follows this size, and `em` in media queries also
 * follows.
 */
export async function readWith(page: Page, { letters, width, height }: Reading) {
  const settings = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, settings);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: Math.round(letters * 0.8125) } });
  await page.setViewportSize({ width, height });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${letters}px`);
}

/** Checks the current screen with every setting. */
export async function expectReadable(page: Page, where: string) {
  for (const reading of readings) {
    await readWith(page, reading);
    const seen = `${where}, letters of ${reading.letters} px, ${reading.width} px wide`;
    const overflow = await retryUntil(() => overflowOf(page), isNotWider);
    expect.soft(overflow, `${seen}: scrolls sideways`).toBeLessThanOrEqual(0);
    // Charts adapt to a new width a moment later.
    expect.soft(await retryUntil(() => page.evaluate(findLost), isEmpty), seen).toEqual([]);
  }
}

/** Runs in the page. */
function findLost(): string[] {
  /** Elements that may be wider than the window because they scroll themselves: tables, charts, and rows of choices. */
  const ownScroll = '.data-table-scroll, .send_contacts, .operations_navigation';
  /** Elements that are only for screen readers or not part of the frontmost layer, and repeated equal rows. */
  const notMeant = '.screen-reader, .skip, .frame, .tip, option, script, style, .buy_coinLine:nth-child(n + 9)';
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=menu]')];
  const front = dialogs.at(-1) ?? document.body;

  /** Returns whether the element is clipped, and so visible only to screen readers. */
  const isClipped = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)';

  type Line = { element: Element; text: string; rects: DOMRect[]; seen: DOMRect[] };
  /** Returns the part of the rectangle that is visible within the scrolling or clipping boxes around it. */
  const seenOf = (rect: DOMRect, element: Element): DOMRect[] => {
    let { left, top, right, bottom } = rect;
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(at);
      const room = at.getBoundingClientRect();
      if (display === 'contents') continue;
      if (overflowX !== 'visible') [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? [new DOMRect(left, top, right - left, bottom - top)] : [];
  };
  const lines: Line[] = [];
  const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest(notMeant) || isClipped(element)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length > 0) lines.push({ element, text, rects, seen: rects.flatMap((rect) => seenOf(rect, element)) });
  }

  const found: string[] = [];
  const named = ({ element, text }: Line) =>
    `“${text.slice(0, 40)}” in ${element.tagName.toLowerCase()}.${element.className}`;
  /** Returns whether the text is a figure. An email address may contain digits, but is not a figure. */
  const isFigure = (text: string) => /\d/.test(text) && !/^\S+@\S+$/.test(text);
  const ancestors = (element: Element) => {
    const all: Element[] = [];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) all.push(at);
    return all;
  };
  /** Returns the fixed or sticky box around a text. */
  const boxOf = (element: Element) =>
    ancestors(element).find((at) => /fixed|sticky/.test(getComputedStyle(at).position));

  for (const line of lines) {
    const scrolls = line.element.closest(ownScroll) !== null;
    for (const rect of line.rects)
      if (!scrolls && (rect.left < -1 || rect.right > innerWidth + 1)) {
        found.push(`beyond the window: ${named(line)}`);
        break;
      }
    let scrollsBelow = false;
    for (const box of ancestors(line.element)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(box);
      scrollsBelow ||= /auto|scroll/.test(overflowX);
      const cutsX = /hidden|clip/.test(overflowX);
      const cutsY = /hidden|clip/.test(overflowY);
      // An outer box does not cut off an inner box that scrolls.
      if ((!cutsX && !cutsY) || scrollsBelow || display === 'contents') continue;
      const room = box.getBoundingClientRect();
      const isCutX = cutsX && line.rects.some(({ left, right }) => left < room.left - 1 || right > room.right + 1);
      const isCutY = cutsY && line.rects.some(({ top, bottom }) => top < room.top - 4 || bottom > room.bottom + 4);
      // A long name may end in an ellipsis, because a press shows the whole name. A figure must not end in an ellipsis.
      const isClamped = webkitLineClamp !== 'none' && !isFigure(line.text);
      const mayEndInDots = isClamped || (textOverflow === 'ellipsis' && !isFigure(line.text));
      if ((isCutX && !mayEndInDots) || (isCutY && !isClamped))
        found.push(`cut by ${box.tagName.toLowerCase()}.${box.className}: ${named(line)}`);
    }
  }

  // Finds texts that overlap. Fixed bars are checked separately, because the page scrolls below them.
  const layers = Map.groupBy(lines, ({ element }) => boxOf(element) ?? document.body);
  const shrink = 2;
  for (const [, written] of layers)
    written.forEach((line, at) => {
      for (const other of written.slice(at + 1)) {
        if (line.element.contains(other.element) || other.element.contains(line.element)) continue;
        const overlaps = line.seen.some((a) =>
          other.seen.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > shrink &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3,
          ),
        );
        if (overlaps) found.push(`over each other: ${named(line)} and ${named(other)}`);
      }
    });

  // Finds fields that do not show their text.
  for (const field of front.querySelectorAll('input, select')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (
      field.matches(
        '[type=checkbox], [type=radio], [type=file], [type=hidden], .screen-reader, .code-input_code input',
      ) ||
      !field.checkVisibility()
    )
      continue;
    const height = Number.parseFloat(getComputedStyle(field).fontSize);
    if (field.clientHeight < height * 1.1) found.push(`too low for its letters: ${field.name || field.id}`);
    if (field.clientWidth < height * 2) found.push(`too narrow for its letters: ${field.name || field.id}`);
  }

  // Finds selects that do not show their selection.
  for (const choice of front.querySelectorAll('select')) {
    if (!choice.checkVisibility()) continue;
    const { paddingLeft, paddingRight, fontFamily, fontSize, fontStretch, fontWeight } = getComputedStyle(choice);
    const probe = document.createElement('span');
    probe.style.cssText = `position: absolute; white-space: nowrap`;
    Object.assign(probe.style, { fontFamily, fontSize, fontStretch, fontWeight });
    probe.textContent = choice.selectedOptions[0]?.textContent ?? '';
    choice.after(probe);
    const room = choice.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (probe.getBoundingClientRect().width > room + 2) found.push(`does not show its choice: “${probe.textContent}”`);
    probe.remove();
  }

  // Fixed bars must leave most of the window to the page.
  if (front === document.body) {
    const bars = [...document.querySelectorAll('.top, .bottom-bar, .actions.stick')].filter(
      (bar) => /fixed|sticky/.test(getComputedStyle(bar).position) && bar.checkVisibility(),
    );
    const taken = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    if (taken > innerHeight / 3) found.push(`bars take ${Math.round(taken)} of ${innerHeight} px`);
    const header = document.querySelector('.app > .top')?.getBoundingClientRect();
    const main = document.querySelector('main')?.getBoundingClientRect();
    if (header && main && scrollY === 0 && main.top < header.bottom - 1) found.push('the page begins under its header');
  }
  return [...new Set(found)].slice(0, 12);
}
