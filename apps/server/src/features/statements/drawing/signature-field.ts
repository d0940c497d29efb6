import type { Document } from '../../../platform/typesetting/embed-font.ts';

/** The properties of the signature that a document needs while it is drawn. */
export type SignatureForm = {
  /** The name of the signer. */
  readonly name: string;
  /** The bytes to leave free for the signature. */
  readonly room: number;
  /** Whether a time stamp will be requested. Only the signature shows whether it was received. */
  readonly hasTimeStamp: boolean;
};

/** Placeholders that the signer replaces with texts of equal length. */
export const emptyByteRange = '[0 9999999999 9999999999 9999999999]';
const reasonLength = 32;
export const reasons = {
  withTimeStamp: 'Signed with a time stamp.'.padEnd(reasonLength),
  withoutTimeStamp: 'Signed without a time stamp.'.padEnd(reasonLength),
} as const;

/**
 * Adds a signature field without an appearance to the last page, with a signature to be filled (PAdES, ETSI EN 319
 * 142-1). The signature comes before the document's texts for title and author, so that the signature's placeholders
 * come first in the file.
 */
export function addSignatureField(pdf: PDFKit.PDFDocument, { name, room }: SignatureForm, now = new Date()): void {
  const document: Document = pdf;
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, 9_999_999_999, 9_999_999_999, 9_999_999_999],
    Contents: new Uint8Array(room),
    Reason: new String(reasons.withoutTimeStamp),
    M: now,
    Name: new String(name),
  });
  signature.end();
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('Signature'),
    Rect: [0, 0, 0, 0],
    F: 132, // printed and locked
    P: pdf.page.dictionary,
    V: signature,
  });
  field.end();
  pdf.page.annotations.push(field);
  Reflect.set(catalogOf(pdf), 'AcroForm', pdf.ref({ Fields: [field], SigFlags: 3, DR: { Font: {} } }));
  Reflect.set(pdf, '_acroform', { fonts: {}, defaultFont: 'none' });
}

/** Returns the document's catalog, which PDFKit's types hide. PDFKit draws form fields, but no signatures. */
function catalogOf(pdf: object): object {
  const root: unknown = Reflect.get(pdf, '_root');
  const catalog: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'data') : undefined;
  if (typeof catalog !== 'object' || catalog === null) throw new Error('PDFKit has no catalog at its known place');
  return catalog;
}
