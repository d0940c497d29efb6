import type { Verification } from '../verification.ts';
import { left, muted, right, type Paper, type Style } from './paper.ts';

const small: Style = { size: 7.5, color: muted };
const leading = 10;
const size = 62;
const gap = 12;

/** The file with a receipt's proof (packages/verify/README.md). */
const proofFile = 'florin-proof.json';

/** Draws the code next to the timeline whose heading is on the baseline `y`, and attaches the proof. */
export async function drawReceiptCode(paper: Paper, verification: Verification, y: number): Promise<void> {
  const { link, page, entry } = verification;
  const x = left + 292;
  const width = right - size - gap - x;
  paper.qrCode(link, right - size, y - 8, size);
  await paper.text('Verify this receipt', x, y, { size: 10, face: 'bold' });
  const how = `Scan the code, or open this file at ${page}.`;
  const lines = await paper.paragraph(how, x, y + 15, small, { width, leading });
  const proof = entry
    ? [`Log entry ${entry.index}, ${entry.digest}`, 'The proof is attached.']
    : ['The proof follows:', 'download it again in a minute.'];
  for (const [i, line] of proof.entries()) await paper.text(line, x, y + 17 + (lines + i) * leading, small, width);
  if (entry) paper.attach(proofFile, 'application/json', entry.proof, 'Proof that the transaction is in the log');
}

/** Draws the code at the right of a statement's title. */
export async function drawStatementCode(paper: Paper, { link, page, number }: Verification): Promise<void> {
  const end = right - size - gap;
  paper.qrCode(link, right - size, 98, size);
  await paper.textTo('Verify this statement', end, 134, { size: 9, face: 'bold' });
  await paper.textTo(page, end, 145, small);
  await paper.textTo(`Document ${number}`, end, 155, small);
}
