import type { Proof } from '@florin/contract';
import { createHash, randomBytes } from 'node:crypto';

/** The data with which a reader checks a document. */
export type Verification = {
  /** The content of the QR code. */
  readonly link: string;
  /** The page's address as printed. */
  readonly page: string;
  /** Identifies the document: printed, in the link and in the signed file. */
  readonly number: string;
  /** The place of the transaction in the log. Undefined while the log does not have the transaction yet. */
  readonly entry?: { readonly index: number; readonly digest: string; readonly proof: string } | undefined;
};

const digestDigits = 16;

/**
 * The link of a receipt names the log's entry, which anyone can compare with the log. The link contains no personal
 * data.
 */
export function receiptVerification(publicUrl: string, id: string, proof: Proof | undefined): Verification {
  const page = pageAt(publicUrl);
  const [entry] = proof?.entries ?? [];
  if (!entry) return { link: page.link, page: page.shown, number: id };
  const leaf = Buffer.concat([Buffer.of(0), Buffer.from(entry.leaf, 'base64')]);
  const digest = createHash('sha256').update(leaf).digest('hex').slice(0, digestDigits);
  return {
    link: `${page.link}#entry=${entry.index}.${digest}`,
    page: page.shown,
    number: id,
    entry: { index: entry.index, digest, proof: JSON.stringify(proof) },
  };
}

/**
 * The link of a statement names the statement's number. The signed file has the same number, so a code from another
 * document does not match.
 */
export function statementVerification(publicUrl: string, wallet: string, month: string): Verification {
  const page = pageAt(publicUrl);
  const number = `${wallet}-${month}-${randomBytes(5).toString('hex').toUpperCase()}`;
  return { link: `${page.link}#document=${number}`, page: page.shown, number };
}

const pageAt = (publicUrl: string) => ({ link: `${publicUrl}/verify`, shown: `${new URL(publicUrl).host}/verify` });
