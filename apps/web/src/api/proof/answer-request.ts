import {
  fraudOf,
  type Judgment,
  openCheckpoint,
  type Options,
  parseKeys,
  verifyFraud,
  verifyProof,
} from '@florin/verify';
import { inflated } from '@florin/verify/pdf';
import { checkPdf, type CheckedPdf, type PdfContext } from './check-pdf.ts';
import { checksSignatures } from './checks-signatures.ts';
import { type ProofReport, reportOf, unreadableReport } from './report.ts';

/** A request of the page to the worker. */
export type CheckRequest =
  | { readonly kind: 'proof'; readonly text: string; readonly options: Options }
  /** `key` is the verifier key that the reader trusts. `known` lists the verifier keys that this browser saw before. */
  | (PdfContext & {
      readonly kind: 'file';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly key: string | undefined;
      readonly known: readonly string[];
      readonly now: Date;
    });

export type ProofAnswer = { readonly kind: 'proof'; readonly report: ProofReport; readonly text: string };
export type PdfAnswer = Omit<CheckedPdf, 'proof'> & {
  readonly kind: 'pdf';
  /** The outcome of the attached proof. */
  readonly proof: ProofAnswer | undefined;
};

export type CheckAnswer =
  | ProofAnswer
  | PdfAnswer
  | { readonly kind: 'fraud'; readonly judgment: Judgment }
  | { readonly kind: 'complaint' }
  | { readonly kind: 'checkpoint'; readonly judgment: Judgment; readonly size: number; readonly origin: string }
  | { readonly kind: 'unreadable'; readonly isPdf: boolean }
  /** The browser cannot check signatures. */
  | { readonly kind: 'unsupported' };

/** Answers a request. Never throws, and sends nothing anywhere. */
export async function answerRequest(request: CheckRequest): Promise<CheckAnswer> {
  if (!(await checksSignatures())) return { kind: 'unsupported' };
  if (request.kind === 'proof') return checkedProof(request.text, request.options);
  return checkedFile(request);
}

type FileRequest = CheckRequest & { kind: 'file' };

async function checkedFile(request: FileRequest): Promise<CheckAnswer> {
  const { bytes } = request;
  if (new TextDecoder().decode(bytes.slice(0, 1_024)).includes('%PDF-')) return checkedPdf(request);
  const text = await textIn(bytes);
  const unreadable = { kind: 'unreadable' as const, isPdf: false };
  if (text === undefined) return unreadable;
  const [origin] = text.split('\n');
  if (/^[^\n]+\n\d+\n\S{43}=\n/.test(text)) return checkedCheckpoint(text, trustedIn(request, origin).trustedKeys);
  const file = parsedFile(text);
  if (file.format === 'florin-proof/1') return checkedProof(text, trustedIn(request, file.origin));
  if (file.format === 'florin-complaint/1') return { kind: 'complaint' };
  if (file.format !== 'florin-fraud/1') return unreadable;
  const name = Array.isArray(file.keys) ? String(file.keys[0]).split('+')[0] : undefined;
  return { kind: 'fraud', judgment: await verifyFraud(text, trustedIn(request, name)) };
}

function trustedIn({ key, known, now }: FileRequest, origin: unknown): Options {
  const keys = key === undefined ? known.filter((one) => one.startsWith(`${String(origin)}+`)) : [key];
  return keys.length > 0 ? { trustedKeys: keys, now } : { now };
}

async function checkedPdf(request: FileRequest): Promise<CheckAnswer> {
  const { proof, ...checked } = await checkPdf(request.bytes, request);
  if (proof === undefined && checked.signature.outcome === 'unsigned') return { kind: 'unreadable', isPdf: true };
  const options = trustedIn(request, parsedFile(proof ?? '').origin);
  return { kind: 'pdf', ...checked, proof: proof === undefined ? undefined : await checkedProof(proof, options) };
}

/** Reads a text, or a compressed text of a link. */
async function textIn(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? inflated(bytes, 'gzip') : new TextDecoder().decode(bytes);
}

async function checkedProof(text: string, options: Options): Promise<ProofAnswer> {
  const verdict = await verifyProof(text, options);
  const evidence = verdict.ok ? undefined : await evidenceOf(text, options);
  const common = { kind: 'proof' as const, text };
  try {
    return { ...common, report: reportOf(JSON.parse(text), verdict, evidence) };
  } catch {
    // Only an answer that failed the checks can be unreadable here.
    const unreadable = evidence ?? (await evidenceOf(text, options));
    return { ...common, report: unreadableReport({ ...verdict, ok: false }, unreadable) };
  }
}

/** Returns a fraud file if signed texts contradict each other, else a complaint with the whole answer. */
async function evidenceOf(text: string, { lastCheckpoint, now }: Options) {
  const file = await fraudOf(text, lastCheckpoint, now).catch(() => ({
    format: 'florin-complaint/1',
    found_at: now,
    last: lastCheckpoint ?? null,
    answer: text,
  }));
  return { format: file.format, text: JSON.stringify(file) };
}

async function checkedCheckpoint(note: string, keys: readonly string[] | undefined): Promise<CheckAnswer> {
  const [origin = '', size] = note.split('\n');
  const keyTrusted = keys !== undefined;
  const answer = (ok: boolean, detail: string): CheckAnswer => ({
    kind: 'checkpoint',
    origin,
    size: Number(size),
    judgment: { ok, keyTrusted, detail },
  });
  if (!keyTrusted) return answer(false, 'A checkpoint does not contain the key of its log. Paste the key.');
  try {
    await openCheckpoint(note, await parseKeys(keys));
    return answer(true, 'The key signed this checkpoint.');
  } catch (error) {
    return answer(false, error instanceof Error ? error.message : 'This is malformed and cannot be read.');
  }
}

type FileStart = { readonly format?: unknown; readonly origin?: unknown; readonly keys?: unknown };

function parsedFile(text: string): FileStart {
  try {
    const file: FileStart | null = JSON.parse(text);
    return file ?? {};
  } catch {
    return {};
  }
}
