import { bottom, left, muted, right, top, type Paper } from './paper.ts';
import { sandboxNotice } from './words.ts';

/** The wordmark, and what is not a bank says so on every page. */
export function drawHead(paper: Paper, mode: 'sandbox' | 'live') {
  paper.coin(left, top - 17, 20);
  paper.text('Florin', left + 27, top - 1.5, { size: 15, face: 'bold' });
  if (mode === 'sandbox') paper.textTo(sandboxNotice, right, top - 2, { size: 8, color: muted });
}

export function drawFoot(paper: Paper, text: string, { page, pages }: { page: number; pages: number }) {
  const y = bottom + 34;
  const place = `Page ${page} of ${pages}`;
  paper.rule(y - 13);
  paper.text(text, left, y, { size: 7.5, color: muted }, right - left - 80);
  paper.textTo(place, right, y, { size: 7.5, color: muted });
}
