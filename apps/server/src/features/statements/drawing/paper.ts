import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { openTextSetter, type TextStyle } from '../../../platform/typesetting/text-setter.ts';
import { addSignatureField, type SignatureForm } from './signature-field.ts';

/** A4 in points, with its margins. */
const sheet = { width: 595.28, height: 841.89 };
export const left = 54;
export const right = sheet.width - left;
export const top = 54;
export const bottom = sheet.height - 74;

export const ink = '#131810';
export const muted = '#565B50';
const hairline = '#DDDAD0';
export const green = '#0B4231';

export type Style = { readonly size: number; readonly face?: 'regular' | 'bold'; readonly color?: string };

/** The mark: a coin with an F, drawn on a square of 32 units. */
const mark =
  'M10 29.75A15 15 0 1 1 28.99 8.5H10ZM14.5 12.5H30.59A15 15 0 0 1 30.92 17.5H14.5ZM14.5 21.5H29.96A15 15 0 0 1 14.5 30.92Z';

export type Paper = ReturnType<typeof openPaper>;

type Cover = {
  readonly title: string;
  readonly author?: string;
  readonly subject?: string | undefined;
  /** Undefined: the document is not signed. */
  readonly signature?: SignatureForm | undefined;
};

/** Opens a PDF in Florin's design. All elements have fixed positions; no text flows to another place. */
export function openPaper({ title, author = 'Florin', subject, signature }: Cover) {
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    font: '',
    info: { Title: title, Author: author, Creator: 'Florin', ...(subject && { Subject: subject }) },
  });
  let pages = 0;
  const setter = openTextSetter(pdf);

  const paper = {
    newPage() {
      pages += 1;
      pdf.addPage();
    },

    widthOf: (text: string, style: Style) => setter.widthOf(text, textStyle(style)),

    /** Draws text on the baseline `y` and cuts it with an ellipsis at `width`. */
    async text(text: string, x: number, y: number, style: Style, width = right - x) {
      pdf.fillColor(style.color ?? ink);
      await setter.draw(text, { x, y }, textStyle(style), width);
    },

    /** Splits text into lines of at most `width` points. */
    linesOf: (text: string, style: Style, width: number) => setter.linesOf(text, textStyle(style), width),

    /** Draws text on as many lines as needed and returns their number. */
    async paragraph(
      text: string,
      x: number,
      y: number,
      style: Style,
      { width, leading }: { width: number; leading: number },
    ) {
      const lines = await paper.linesOf(text, style, width);
      for (const [i, line] of lines.entries())
        await paper.text(line, x, y + i * leading, style, Number.POSITIVE_INFINITY);
      return lines.length;
    },

    /** Draws text on the baseline `y` that ends at `x`. */
    async textTo(text: string, x: number, y: number, style: Style) {
      await paper.text(text, x - (await paper.widthOf(text, style)), y, style, Number.POSITIVE_INFINITY);
    },

    rule(y: number, { from = left, to = right, color = hairline, weight = 0.5 } = {}) {
      pdf.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
    },

    verticalRule(x: number, from: number, to: number) {
      pdf.moveTo(x, from).lineTo(x, to).lineWidth(0.5).strokeColor(hairline).stroke();
    },

    /** Draws the double line under a total. */
    doubleRule(y: number, from: number, to: number) {
      paper.rule(y, { from, to, color: ink, weight: 0.8 });
      paper.rule(y + 2.4, { from, to, color: ink, weight: 0.8 });
    },

    dot(x: number, y: number, color: string) {
      pdf.circle(x, y, 2.4).fill(color);
    },

    /** Draws a square PNG. */
    picture(png: Uint8Array, x: number, y: number, size: number) {
      pdf.image(Buffer.from(png), x, y, { width: size, height: size });
    },

    /** Draws a QR code with medium error correction, which EPC069-12 requires. */
    qrCode(text: string, x: number, y: number, size: number) {
      const modules = encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data;
      const module = size / modules.length;
      for (const [row, dark] of modules.entries())
        for (const [column, isDark] of dark.entries())
          if (isDark) pdf.rect(x + column * module, y + row * module, module, module);
      pdf.fill(ink);
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

    /** Attaches a file with the data behind this document. */
    attach(name: string, type: string, text: string, description: string) {
      const now = new Date();
      const options = { name, type, description, creationDate: now, modifiedDate: now, relationship: 'Data' };
      pdf.file(Buffer.from(text), options);
    },

    /** Returns the new bytes of finished pages. Empty until the first page is finished. */
    async take(): Promise<Uint8Array> {
      await setImmediate();
      return pages > 1 ? drain(pdf) : new Uint8Array();
    },

    /** Returns the remaining bytes, with an empty signature. */
    async finish(): Promise<Uint8Array> {
      await setter.finish();
      if (signature) addSignatureField(pdf, signature);
      pdf.end();
      return drain(pdf);
    },
  };
  return paper;
}

const textStyle = ({ size, face }: Style): TextStyle => ({ size, weight: face === 'bold' ? 600 : 400 });

function drain(pdf: PDFKit.PDFDocument): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
