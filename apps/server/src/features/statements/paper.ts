import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { isReadBothWays, visualRuns } from './visual-runs.ts';

/** A4 in points, and the column that is written in. */
const sheet = { width: 595.28, height: 841.89 };
export const left = 54;
export const right = sheet.width - left;
export const top = 54;
export const bottom = sheet.height - 74;

export const ink = '#131810';
export const muted = '#565B50';
const hairline = '#DDDAD0';
export const green = '#0B4231';

export type Face = 'regular' | 'bold';
export type Style = { readonly size: number; readonly face?: Face; readonly color?: string };

// Wide in scripts, with figures of one width and all our currency signs; only what is used goes into a document.
const fonts: Record<Face, Buffer> = {
  regular: readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))),
  bold: readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))),
};

/** The coin cut by an F (design: the mark), on a field of 32. */
const mark =
  'M10 29.75A15 15 0 1 1 28.99 8.5H10ZM14.5 12.5H30.59A15 15 0 0 1 30.92 17.5H14.5ZM14.5 21.5H29.96A15 15 0 0 1 14.5 30.92Z';

export type Paper = ReturnType<typeof openPaper>;

/** A document in the house's look. Everything is set at a place: nothing flows, so that nothing breaks where it should not. */
export function openPaper({ title }: { title: string }) {
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    font: '',
    info: { Title: title, Author: 'Florin', Creator: 'Florin' },
  });
  for (const [face, font] of Object.entries(fonts)) pdf.registerFont(face, font);

  const inStyle = ({ size, face = 'regular', color = ink }: Style) => pdf.font(face).fontSize(size).fillColor(color);
  /** Without features named, if only none, the library sets each word by itself, from left to right. */
  const runsOf = (text: string): readonly (readonly [run: string, options: { features?: [] }])[] =>
    isReadBothWays(text) ? visualRuns(text).map((run) => [run, { features: [] }]) : [[text, {}]];
  const widthOf = (text: string, style: Style) => {
    inStyle(style);
    return runsOf(text).reduce((sum, [run, options]) => sum + pdf.widthOfString(run, options), 0);
  };

  const paper = {
    newPage: () => void pdf.addPage(),

    widthOf: (text: string, style: Style) => widthOf(oneLine(text), style),

    /** On the baseline `y`, cut with an ellipsis where it is wider than `width`. */
    text(text: string, x: number, y: number, style: Style, width = right - x) {
      const shown = fitting(oneLine(text), width, (part) => widthOf(part, style));
      inStyle(style);
      let at = x;
      for (const [run, options] of runsOf(shown)) {
        pdf.text(run, at, y, { lineBreak: false, baseline: 'alphabetic', ...options });
        at += pdf.widthOfString(run, options);
      }
    },

    /** In as many lines as it takes. Returns their number. */
    paragraph(
      text: string,
      x: number,
      y: number,
      style: Style,
      { width, leading }: { width: number; leading: number },
    ) {
      const lines = brokenIntoLines(oneLine(text), width, (part) => widthOf(part, style));
      lines.forEach((line, i) => paper.text(line, x, y + i * leading, style, width));
      return lines.length;
    },

    /** On the baseline `y`, ending at `x`. */
    textTo(text: string, x: number, y: number, style: Style) {
      paper.text(text, x - paper.widthOf(text, style), y, style, Number.POSITIVE_INFINITY);
    },

    rule(y: number, { from = left, to = right, color = hairline, weight = 0.5 } = {}) {
      pdf.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
    },

    upright(x: number, from: number, to: number) {
      pdf.moveTo(x, from).lineTo(x, to).lineWidth(0.5).strokeColor(hairline).stroke();
    },

    /** Stands under a total, and under nothing else. */
    doubleRule(y: number, from: number, to: number) {
      paper.rule(y, { from, to, color: ink, weight: 0.8 });
      paper.rule(y + 2.4, { from, to, color: ink, weight: 0.8 });
    },

    dot(x: number, y: number, color: string) {
      pdf.circle(x, y, 2.4).fill(color);
    },

    coin(x: number, y: number, size: number) {
      pdf
        .save()
        .translate(x, y)
        .scale(size / 32)
        .path(mark)
        .fill(green)
        .restore();
    },

    /** The bytes, as far as each of the drawn pages brings them: no more than a page waits to be sent. */
    stream: (pages: AsyncIterable<void>) => Readable.from(bytesOf(pdf, pages), { objectMode: false }),
  };
  return paper;
}

async function* bytesOf(pdf: PDFKit.PDFDocument, pages: AsyncIterable<void>) {
  for await (const _ of pages) {
    yield* whatIsThere(pdf);
    await setImmediate(); // drawing is work: others get their turn between the pages
  }
  pdf.end();
  yield* whatIsThere(pdf);
}

function* whatIsThere(pdf: PDFKit.PDFDocument) {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk;
}

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

function brokenIntoLines(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...brokenWord(word, width, widthOf));
  }
  return lines.filter(Boolean);
}

/** An address or a link may be longer than a line. */
function brokenWord(word: string, width: number, widthOf: (part: string) => number): string[] {
  const parts = [''];
  for (const character of charactersOf(word)) {
    const longer = `${parts.at(-1)}${character}`;
    if (widthOf(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}

const charactersOf = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

/** As much of the text as fits, whole characters only. */
function fitting(text: string, width: number, widthOf: (part: string) => number): string {
  if (widthOf(text) <= width) return text;
  const characters = charactersOf(text);
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${characters.slice(0, middle).join('').trimEnd()}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('').trimEnd()}…`;
}
