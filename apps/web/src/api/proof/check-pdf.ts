import type { Proof } from '@florin/verify';
import { attachedProof, certificatesIn, verifyPdf, type PdfVerdict } from '@florin/verify/pdf';
import { hasCode, type DocumentCode } from './document-code.ts';

/** The data that a check of a PDF needs in addition to the PDF's bytes. */
export type PdfContext = {
  /** The certificates that the house publishes, as PEM. Undefined if the certificates could not be loaded. */
  readonly certificates?: string | undefined;
  /** The code on paper that led to the page. */
  readonly code?: DocumentCode | undefined;
};

export type CheckedPdf = {
  readonly signature: PdfVerdict;
  /** The attached proof. The proof of a changed file must not be shown. */
  readonly proof: string | undefined;
  /** Whether it is the document with the code that was scanned. */
  readonly isOfCode: boolean | undefined;
};

export async function checkPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { certificates = '', code }: PdfContext,
): Promise<CheckedPdf> {
  const known = certificatesIn(certificates);
  const signature = await verifyPdf(bytes, known.length > 0 ? known : undefined);
  const proof = signature.outcome === 'changed' ? undefined : await attachedProof(bytes);
  return { signature, proof, isOfCode: code && (await hasCode(code, bytes, entriesOf(proof))) };
}

function entriesOf(proof = '{}'): Proof['entries'] {
  try {
    const { entries }: Partial<Proof> = JSON.parse(proof);
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
