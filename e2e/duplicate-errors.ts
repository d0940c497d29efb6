import { expect, type Page } from '@playwright/test';

/** Expects each error message in only one place of the screen, apart from toasts of the specification. */
export const expectNoDuplicateErrors = async (page: Page, where: string) =>
  expect.soft(await page.evaluate(findDuplicates), `${where}: duplicate errors`).toEqual([]);

/** Runs in the page. */
function findDuplicates(): string[] {
  const ofTrouble = '.error, output.why, output.bar, [role=alert]';
  const places = [...document.querySelectorAll(ofTrouble)].filter(
    (place) =>
      place.checkVisibility({ visibilityProperty: true }) &&
      place.closest('[data-sonner-toaster]') === null &&
      place.parentElement?.closest(ofTrouble) === null,
  );
  const sentences = places.map((place) => place.textContent.trim()).filter((sentence) => sentence !== '');
  return sentences.filter((sentence, position) => sentences.indexOf(sentence) !== position);
}
