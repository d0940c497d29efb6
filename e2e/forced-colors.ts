import type { Page } from '@playwright/test';

/**
 * Returns the controls that are unclear when the user's colors replace the page's colors: buttons and fields without an
 * edge, and selected controls that look like unselected controls.
 */
export const lostInForcedColors = (page: Page): Promise<string[]> => page.evaluate(findLost);

/** Runs in the page. */
function findLost(): string[] {
  const front = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;
  const all = (selector: string) =>
    [...front.querySelectorAll(selector)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const words = (control: Element) =>
    `${control.tagName.toLowerCase()}.${control.className} “${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)}”`;

  const hasEdge = (box: Element | null | undefined) => {
    if (!box) return false;
    const { borderBottomWidth, borderBottomStyle, outlineStyle } = getComputedStyle(box);
    return (Number.parseFloat(borderBottomWidth) >= 1 && borderBottomStyle !== 'none') || outlineStyle !== 'none';
  };
  // Underlined text, list entries and keyboard-only controls need no edge.
  const edged =
    'button:not(.link, .row, .skip, [role=tab], [role^=menuitem], .profile_cropView), .button:is(a), input:not([type=file], [type=range], [readonly], [hidden]), select, textarea';
  // The browser draws these controls in the user's colors.
  const isNative = (control: Element) =>
    control.matches('input:is([type=checkbox], [type=radio])') &&
    getComputedStyle(control).appearance !== 'none' &&
    control.getBoundingClientRect().width > 8;
  const edges = (control: Element) =>
    isNative(control) ||
    [
      control,
      ...['.input', '.segmented', '.select'].map((box) => control.closest(box)),
      ...(control.closest('label')?.children ?? []),
    ].some(hasEdge) ||
    (control.closest('.code-input_code') !== null && hasEdge(control.nextElementSibling));

  const chosen =
    '[aria-pressed=true], [aria-selected=true], [aria-checked=true], a[aria-current], .kyc_stepper [aria-current], input:is([type=checkbox], [type=radio]):checked';
  const isChosen = (control: Element) => control.matches(chosen);
  const said = [
    ...(['content', 'borderTop', 'borderBottom', 'outline', 'backgroundColor'] as const),
    ...(['color', 'fontWeight', 'fill', 'visibility', 'transform'] as const),
  ];
  const look = (control: Element) => {
    const label = control.matches('input') ? control.closest('label') : null;
    const parts = label
      ? [label, ...label.querySelectorAll('*')]
      : [control, ...control.querySelectorAll(':scope > svg.icon')];
    return parts
      .flatMap((part) => [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map((style) => said.map((property) => style[property]).join())
      .join('|');
  };
  /** Returns the nearest control of the same kind that is not selected. */
  const fellowOf = (control: Element) => {
    const kind = control.tagName.toLowerCase() + (control.classList[0] ? `.${control.classList[0]}` : '');
    for (let around = control.parentElement; around && around !== front.parentElement; around = around.parentElement) {
      const fellow = [...around.querySelectorAll(kind)].find(
        (each) =>
          !isChosen(each) && each.getAttribute('type') === control.getAttribute('type') && each.checkVisibility(),
      );
      if (fellow) return fellow;
    }
    return undefined;
  };

  const withoutEdge = all(edged).filter((control) => !edges(control));
  const alike = all(chosen).filter((control) => {
    if (isNative(control)) return false;
    const fellow = fellowOf(control);
    return fellow !== undefined && look(fellow) === look(control);
  });
  return [
    ...withoutEdge.map((control) => `${words(control)} has no edge`),
    ...alike.map((control) => `${words(control)} is selected but looks unselected`),
  ];
}
