// What shows whether a text that was shown became anything more than text.

import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base } from './product.ts';

type Trap = {
  /** What a payload did so far in any page of the browsers that are watched: none of it is to happen. */
  readonly caught: readonly string[];
  readonly watch: (context: BrowserContext) => Promise<void>;
};

/** Hears of every payload that runs, of every dialog, and of everything that is asked of another host. */
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

/** The test whose pages may show anything, and where nothing of it may run. */
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

/** All of these stand on the screen as they were written, as text or in a field, and nothing was made of them. */
export async function expectOnlyText(page: Page, texts: readonly string[], where: string) {
  const missing = () => page.evaluate(missingOf, [...texts]);
  await expect.poll(missing, { message: `${where}: what is not shown as it stands` }).toEqual([]);
  expect(await page.evaluate(liveParts), `${where}: what could run`).toEqual([]);
}

/** Runs in the page. */
function missingOf(texts: string[]): string[] {
  const typed = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? field.value : ''));
  const shown = [document.body.textContent, ...typed].join('\n');
  return texts.filter((text) => !shown.includes(text));
}

/**
 * Runs in the page. The product has no handlers in its markup, no frames but those of caught mails, in which nothing
 * runs, and no address that is a program.
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
