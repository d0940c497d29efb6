/**
 * `npm run icons`: draws the icons of the installed app from apps/web/public/icon.svg. Run this script when the icon
 * changes, and commit the results.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { launching } from './playwright.config.ts';

const publicFile = (name: string) => fileURLToPath(new URL(`../apps/web/public/${name}`, import.meta.url));

const icon = readFileSync(publicFile('icon.svg'), 'utf8');
const part = (pattern: RegExp) => {
  const found = pattern.exec(icon)?.[1];
  if (found === undefined)
    throw new Error(`icon.svg does not contain ${String(pattern)}. Adapt icons.ts to the new icon.`);
  return found;
};
const ground = part(/<rect[^>]* fill="([^"]+)"/);
const gold = part(/<path[^>]* fill="([^"]+)"/);
/** In a square of 32. */
const mark = part(/ d="([^"]+)"/);

/** Launchers may crop this icon to any shape, but keep the middle four fifths (W3C, "maskable"). */
const maskable = `${square(ground)}${markAcross(0.56, gold)}`;
const shapeOnly = markAcross(0.72, '#000');
/** A phone's status bar shows only the shape. */
const badge = markAcross(1, '#fff');

/** The app's icons (lucide: send, arrow-down-left, plus), in a square of 24. */
const signs = {
  send: 'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939',
  receive: 'M17 7 7 17M17 17H7V7',
  buy: 'M5 12h14M12 5v14',
};

const drawings: Readonly<Record<string, readonly [size: number, content: string]>> = {
  'icon-192': [192, inner(icon)],
  'icon-512': [512, inner(icon)],
  'maskable-512': [512, maskable],
  'monochrome-512': [512, shapeOnly],
  // iOS crops the icon to its own shape and shows transparent parts in black.
  'apple-touch-icon': [180, maskable],
  'badge-96': [96, badge],
  'send-96': [96, shortcut(signs.send)],
  'receive-96': [96, shortcut(signs.receive)],
  'buy-96': [96, shortcut(signs.buy)],
};

mkdirSync(publicFile('icons'), { recursive: true });
const browser = await chromium.launch(launching.launchOptions);
const page = await browser.newPage();
for (const [name, [size, content]] of Object.entries(drawings))
  writeFileSync(publicFile(`icons/${name}.png`), await draw(page, size, content));
await browser.close();

async function draw(on: Page, size: number, content: string): Promise<Buffer> {
  await on.setViewportSize({ width: size, height: size });
  await on.setContent(
    `<style>*{margin:0}svg{display:block}</style><svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">${content}</svg>`,
  );
  return on.screenshot({ omitBackground: true });
}

/** All functions below draw in a square of 64, like the icon. */
function square(fill: string) {
  return `<rect width="64" height="64" fill="${fill}"/>`;
}

function markAcross(share: number, fill: string) {
  const start = 32 * (1 - share);
  return `<path transform="translate(${start} ${start}) scale(${2 * share})" fill="${fill}" d="${mark}"/>`;
}

function shortcut(sign: string) {
  return `<circle cx="32" cy="32" r="32" fill="${ground}"/><path transform="translate(16.4 16.4) scale(1.3)" fill="none" stroke="${gold}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="${sign}"/>`;
}

function inner(svg: string) {
  return svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
}
