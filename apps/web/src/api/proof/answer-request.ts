import {
  fraudOf,
  type Judgment,
  openCheckpoint,
  type Options,
  parseKeys,
  verifyFraud,
  verifyProof,
} from '@florin/verify';
import { attachedProof, inflated } from './attached-proof.ts';
import { type ProofReport, reportOf, unreadableReport } from './report.ts';

/** What the page asks the worker. */
export type CheckRequest =
  | { readonly kind: 'proof'; readonly text: string; readonly options: Options }
  /** `key` is the verifier key that the reader trusts, `known` are those that this browser saw before. */
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly key: string | undefined;
      readonly known: readonly string[];
      readonly now: Date;
    };

export type CheckAnswer =
  | { readonly kind: 'proof'; readonly report: ProofReport; readonly text: string; readonly isAttached: boolean }
  | { readonly kind: 'fraud'; readonly judgment: Judgment }
  | { readonly kind: 'complaint' }
  | { readonly kind: 'checkpoint'; readonly judgment: Judgment; readonly size: number; readonly origin: string }
  | { readonly kind: 'unreadable'; readonly isPdf: boolean }
  /** The browser cannot check signatures. */
  | { readonly kind: 'unsupported' };

/** Answers a request. It never throws, and sends nothing anywhere. */
export async function answerRequest(request: CheckRequest): Promise<CheckAnswer> {
  if (!(await checksSignatures())) return { kind: 'unsupported' };
  if (request.kind === 'proof') return checkedProof(request.text, request.options, false);
  return checkedFile(request);
}

async function checkedFile({ bytes, key, known, now }: CheckRequest & { kind: 'file' }): Promise<CheckAnswer> {
  const { text, isPdf } = await textIn(bytes);
  const unreadable = { kind: 'unreadable' as const, isPdf };
  if (text === undefined) return unreadable;
  const trusted = (origin: unknown): Options => {
    const keys = key === undefined ? known.filter((one) => one.startsWith(`${String(origin)}+`)) : [key];
    return keys.length > 0 ? { trustedKeys: keys, now } : { now };
  };
  const [origin] = text.split('\n');
  if (/^[^\n]+\n\d+\n\S{43}=\n/.test(text)) return checkedCheckpoint(text, trusted(origin).trustedKeys);
  const file = parsedFile(text);
  if (file.format === 'florin-proof/1') return checkedProof(text, trusted(file.origin), isPdf);
  if (file.format === 'florin-complaint/1') return { kind: 'complaint' };
  if (file.format !== 'florin-fraud/1') return unreadable;
  const name = Array.isArray(file.keys) ? String(file.keys[0]).split('+')[0] : undefined;
  return { kind: 'fraud', judgment: await verifyFraud(text, trusted(name)) };
}

/** Reads a text, a compressed text of a link, or the attachment of a PDF. */
async function textIn(bytes: Uint8Array<ArrayBuffer>): Promise<{ text: string | undefined; isPdf: boolean }> {
  const isPdf = new TextDecoder().decode(bytes.slice(0, 1_024)).includes('%PDF-');
  if (isPdf) return { text: await attachedProof(bytes), isPdf };
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { text: isGzip ? await inflated(bytes, 'gzip') : new TextDecoder().decode(bytes), isPdf };
}

/** Older browsers lack Ed25519, and pages without HTTPS lack all of it. Without them every proof would seem wrong. */
async function checksSignatures(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', basePoint, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** A valid public key: the base point of the curve. */
const basePoint = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66));

async function checkedProof(text: string, options: Options, isAttached: boolean): Promise<CheckAnswer> {
  const verdict = await verifyProof(text, options);
  const evidence = verdict.ok ? undefined : await evidenceOf(text, options);
  const common = { kind: 'proof' as const, text, isAttached };
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
