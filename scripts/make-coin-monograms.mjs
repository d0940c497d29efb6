// Draws a monogram for every coin of the reference sheet without an icon file.
// Run: node scripts/make-coin-monograms.mjs. Delete a file to draw it again.
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referenceSheet } from '../apps/server/src/providers/price-feed/reference-sheet.ts';

const icons = new URL('../apps/web/public/coins/', import.meta.url);
const maxLetters = 4;
/** The number is two, because the first three letters can be another coin's symbol: ETH of ETHFI. */
const lettersOfLongSymbol = 2;
/** Font sizes in a box of 24 units, by the number of capitals that fit inside the circle. */
const fontSizes = { 2: 10, 3: 8.2, 4: 6.6 };

const drawn = referenceSheet.map((coin) => coin.symbol).filter((symbol) => drawIfMissing(symbol));
console.log(`${drawn.length} monograms drawn in ${fileURLToPath(icons)}`);

function drawIfMissing(symbol) {
  const file = new URL(`${symbol.toLowerCase()}.svg`, icons);
  if (existsSync(file)) return false;
  writeFileSync(file, monogram(symbol));
  return true;
}

function monogram(symbol) {
  const letters = symbol.length > maxLetters ? symbol.slice(0, lettersOfLongSymbol) : symbol;
  // Saturation and lightness keep white letters above a contrast of 4.5:1 at every hue, and the disc visible in both
  // themes.
  const disc = `hsl(${hueOf(symbol)} 26% 36%)`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">',
    `<circle cx="12" cy="12" r="12" fill="${disc}"/>`,
    '<text x="12" y="12" dy=".36em" text-anchor="middle" fill="#fff" font-family="Helvetica Neue, Arial, sans-serif"',
    ` font-weight="600" font-size="${fontSizes[letters.length]}">${letters}</text>`,
    '</svg>\n',
  ].join('');
}

/** Returns a hue that depends only on the symbol. 37 and 360 have no common factor, so alphabetic neighbors differ. */
function hueOf(symbol) {
  let sum = 0;
  for (const letter of symbol) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return (sum * 37) % 360;
}
