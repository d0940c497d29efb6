import type { Verification } from '../verification.ts';
import { sandboxNotice } from '../words.ts';
import type { SignatureForm } from './signature-field.ts';
import { bottom, left, muted, right, top, type Paper, type Style } from './paper.ts';

/** The head of every page. */
export type PaperHead = {
  /** In `sandbox` mode every page carries the sandbox notice. */
  readonly mode: 'sandbox' | 'live';
  readonly brand: string;
  /** The picture before the name: Florin's coin, a PNG, or nothing. */
  readonly picture: 'coin' | Uint8Array | undefined;
};

/** A document's head, the form of its signature, and the way in which readers check it. */
export type Stationery = PaperHead & {
  readonly signature?: SignatureForm | undefined;
  readonly verification?: Verification | undefined;
};

const small: Style = { size: 7.5, color: muted };

/** Draws the brand, and in `sandbox` mode the sandbox notice. */
export async function drawHead(paper: Paper, { mode, brand, picture }: PaperHead) {
  if (picture === 'coin') paper.coin(left, top - 17, 20);
  else if (picture) paper.picture(picture, left, top - 17, 20);
  await paper.text(brand, picture ? left + 27 : left, top - 1.5, { size: 15, face: 'bold' });
  if (mode === 'sandbox') await paper.textTo(sandboxNotice, right, top - 2, { size: 8, color: muted });
}

type Foot = { readonly about: string; readonly legal: string; readonly page: number; readonly pages: number };

/** Draws the title of the page's document, the page number, and the legal notice. */
export async function drawFoot(paper: Paper, { about, legal, page, pages }: Foot) {
  const y = bottom + 30;
  paper.rule(y - 13);
  await paper.text(about, left, y, small, right - left - 80);
  await paper.textTo(`Page ${page} of ${pages}`, right, y, small);
  await paper.text(legal, left, y + 11, small, right - left);
}

/**
 * Returns the notice of how a document is signed. Only the signature shows whether a requested time stamp was received.
 */
export function signedNotice({ signature }: Stationery, at = ''): string {
  if (!signature) return `Issued electronically${at}.`;
  return `Issued and signed electronically${at}${signature.hasTimeStamp ? '' : ', without a time stamp'}.`;
}
