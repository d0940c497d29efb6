import type { Bytes } from './bytes.ts';
import { attachedProof, certificatesIn, verifyPdf } from './pdf.ts';

type Checked = { isRight: boolean; lines: string[]; attached: string | undefined };

/** Checks a PDF for the command. Returns undefined for another file, and the attached proof only of a valid PDF. */
export async function checkPdf(bytes: Bytes, pem: string | undefined): Promise<Checked | undefined> {
  if (new TextDecoder().decode(bytes.subarray(0, 5)) !== '%PDF-') return undefined;
  const { outcome, detail, signer } = await verifyPdf(bytes, pem === undefined ? undefined : certificatesIn(pem));
  const isRight = outcome === 'known' || outcome === 'uncompared';
  const lines = [`${isRight ? 'ok     ' : 'REFUSED'} document    ${detail}`];
  if (signer) lines.push(`                    SHA-256 of the certificate: ${signer.fingerprint}`);
  if (outcome === 'uncompared')
    lines.push('Anyone can write a name into a certificate. Compare it, or see --certificate.');
  return { isRight, lines, attached: isRight ? await attachedProof(bytes) : undefined };
}
