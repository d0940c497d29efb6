// Detects whether a displayed text became active content.

import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base } from './product.ts';

type Trap = {
  /** The effects of payloads in any page of the watched browsers; must stay empty. */
  readonly caught: readonly string[];
  readonly watch: (context: BrowserContext) => Promise<void>;
};

/** Records every payload that runs, every dialog, and every request to another host. */
export function createTrap(origin: string): Trap {
  const caught: string[] = [];
  const watch = async (context: BrowserContext) => {
    await context.exposeBinding('payloadRan', ({ frame }) => void caught.push(`a payload ran in ${frame.url()}`));
    await context.addInitScript(() => {
      const told: object & { payloadRan?: () => void } = globalThis;
      Object.defineProperty(globalThis, '__pwned', {
        set: () => {
          told.payloadRan?.();
        },
      });
    });
    context.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      const isOwn = asked === origin || ['data:', 'blob:'].includes(protocol);
      if (!isOwn || request.url().startsWith('data:text')) caught.push(`asked for ${request.url()}`);
    });
    context.on('dialog', (dialog) => {
      caught.push(`opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  };
  return { caught, watch };
}

/** A test with pages that may show any text but must not run the text. */
export const test = base.extend<{ trap: Trap }>({
  trap: [
    async ({ baseURL, context }, use) => {
      const trap = createTrap(new URL(baseURL ?? '').origin);
      await trap.watch(context);
      await use(trap);
      expect(trap.caught).toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects that all texts are shown unchanged, as text or in a field. Expects no active content. */
export async function expectOnlyText(page: Page, texts: readonly string[], where: string) {
  const missing = () => page.evaluate(missingOf, [...texts]);
  await expect.poll(missing, { message: `${where}: texts that are not shown unchanged` }).toEqual([]);
  expect(await page.evaluate(liveParts), `${where}: active content`).toEqual([]);
}

/** Runs in the page. */
function missingOf(texts: string[]): string[] {
  const typed = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? field.value : ''));
  const shown = [document.body.textContent, ...typed].join('\n');
  return texts.filter((text) => !shown.includes(text));
}

/**
 * Runs in the page. The product's markup has no event handlers, no script addresses, and no frames except the frames of
 * caught mail. No code runs in the frames of caught mail.
 */
function liveParts(): string[] {
  const mailFrame = '[sandbox="allow-popups allow-popups-to-escape-sandbox"][src^="/api/sandbox/mails/"]:not([srcdoc])';
  const parts = `iframe:not(${mailFrame}), object, embed, base, marquee, math, [http-equiv=refresh], [contenteditable], [shadowrootmode]`;
  const found = [...document.querySelectorAll(parts)].map(({ outerHTML }) => outerHTML);
  for (const { attributes, outerHTML } of document.querySelectorAll('*'))
    for (const { name, value } of attributes)
      if (name.startsWith('on') || (/href|src|action/.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value)))
        found.push(outerHTML.slice(0, 200));
  return found;
}
