#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { check, maxBytes, parsed, reasonOf, sizeOf, type Bytes } from './bytes.ts';
import { fraudOf, verifyFraud } from './fraud.ts';
import { checkPdf } from './pdf-command.ts';
import { checkedText, isStatement, type StatementVerdict, verifyStatement } from './statements.ts';
import { consistencyFrom } from './tiles.ts';
import type { Judgment, Options, Proof, Verdict } from './types.ts';
import { verifyProof } from './verify-proof.ts';

const usage = `florin-verify <file or address> … [--key <key of the log>] [--witness <key> …] [--witnesses <how many>]
              [--last <checkpoint>] [--log <address of the log>] [--email <your address>] [--fraud <file to write>]
              [--certificate <file or address of the house's certificates>]
Checks a PDF, a proof, a shared statement, checkpoints or a fraud file of Florin. 0: verified, 1: refused, 2: cannot be read.`;
const one = { type: 'string' } as const;
const all = { type: 'string', multiple: true } as const;
const flags = { key: all, witness: all, witnesses: one, last: one, log: one, email: one, fraud: one, certificate: one };

async function readBytes(source: string): Promise<Bytes> {
  if (!/^https?:/.test(source)) return new Uint8Array(await readFile(source));
  const response = await fetch(source, { signal: AbortSignal.timeout(60_000) });
  check(response.ok && response.body, `${source} answers with status ${response.status}.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    parts.push(part);
    check((length += part.length) <= maxBytes, `${source} is larger than 20 MB.`);
  }
  return new Uint8Array(Buffer.concat(parts));
}
const textIn = (bytes: Bytes): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
const readText = async (source: string): Promise<string> => textIn(await readBytes(source));

/** Makes a proof of only a checkpoint. The log's tiles prove the consistency with the last checkpoint. */
async function proofOf(checkpoint: string, key = '', last?: string, log?: string): Promise<Proof> {
  check(key, 'A checkpoint does not contain the key of its log. Give the key with --key.');
  const [from, size] = [sizeOf(last?.split('\n')[1] ?? '0'), sizeOf(checkpoint.split('\n')[1])];
  // A log may delete a partial tile when the full tile exists.
  const read = (path: string) => readBytes(`${log}/${path}`).catch(() => readBytes(`${log}/${path.split('.')[0]}`));
  const hashes = log && from > 0 && from < size ? await consistencyFrom(read, from, size) : [];
  const consistency = from > 0 && from < size && !log ? null : { from, hashes };
  const none = { key_notes: [], email: null, secret: null, sums: null, balances: [], statement: null, entries: [] };
  return { ...none, format: 'florin-proof/1', origin: key.replace(/\+.*/, ''), keys: [key], checkpoint, consistency };
}

function show(verdict: Verdict | Judgment): boolean {
  for (const { name, ok, detail, numbers } of 'steps' in verdict ? verdict.steps : []) {
    say(`${ok ? 'ok     ' : 'REFUSED'} ${name.padEnd(11)} ${withPlaces(detail)}`);
    for (const [label, number] of Object.entries(numbers)) {
      const unit = name === 'balances' && label !== 'email address' ? ` ${label} units` : '';
      say(`                    ${label}: ${withPlaces(`${number}${unit}`)}`);
    }
  }
  if ('detail' in verdict) say(`${verdict.ok ? 'The evidence holds' : 'REFUSED'}: ${withPlaces(verdict.detail)}`);
  if (!verdict.keyTrusted) say('The key was taken from the file itself: this proves consistency only. See --key.');
  return verdict.ok;
}
function showStatement({ ok, detail, statement }: StatementVerdict): boolean {
  const numbers: Record<string, string> = {};
  if (ok && statement) {
    const { issuer, issuedAt, expiresAt, books, holder, payer, months = [] } = statement;
    numbers['issued'] = `by ${issuer} at ${issuedAt.toISOString()}, when ${books.log} had ${books.entries} entries`;
    numbers['valid until'] = expiresAt.toISOString();
    for (const [who, one] of Object.entries({ account: holder, payer }))
      if (one) numbers[who] = `${one.name} (${checkedText(one)})`;
    for (const { month, amount } of months) numbers[month] = amount;
  }
  return show({ ok, keyTrusted: true, steps: [{ name: 'statement', ok, detail, numbers }] });
}
/** Writes amounts of currencies with two decimals. A proof does not state the decimals of a coin, so its units stay. */
const withPlaces = (line: string): string =>
  line
    .replaceAll(/\b\d{1,2}(?= (?:EUR|GBP|USD) units\b)/g, (units) => units.padStart(3, '0'))
    .replaceAll(/(?<=\d)(\d\d (?:EUR|GBP|USD)) units\b/g, '.$1');
/** A file must not move the cursor or add lines. */
const clean = (line: string): string => line.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
const say = (line: string): unknown => process.stdout.write(`${clean(line)}\n`);

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
  check(positionals.length > 0, usage);
  const { key: trustedKeys, witness: witnesses, email } = values;
  const witnessesNeeded = values.witnesses === undefined ? undefined : sizeOf(values.witnesses);
  let last = values.last === undefined ? undefined : await readText(values.last);
  const certificates = values.certificate && (await readText(values.certificate));
  let isRefused = false;
  for (const source of positionals) {
    say(`${source}:`);
    const bytes = await readBytes(source);
    const pdf = await checkPdf(bytes, certificates);
    pdf?.lines.forEach(say);
    isRefused ||= pdf?.isRight === false;
    if (pdf && pdf.attached === undefined) continue;
    const content = pdf?.attached ?? textIn(bytes);
    if (isStatement(content)) {
      isRefused = !showStatement(await verifyStatement(content, { trustedKeys })) || isRefused;
      continue;
    }
    const isJson = content.startsWith('{');
    const log = values.log ?? /^https?:.*(?=\/checkpoint$)/.exec(source)?.[0];
    const given = isJson ? parsed<Proof>(content) : await proofOf(content, trustedKeys?.[0], last, log);
    const options: Options = { trustedKeys, witnesses, witnessesNeeded, email, lastCheckpoint: last };
    const isProof = given.format === 'florin-proof/1';
    const isRight = show(await (isProof ? verifyProof(given, options) : verifyFraud(given, options)));
    if (!isRight && isProof && values.fraud)
      await writeFile(values.fraud, JSON.stringify(await fraudOf(isJson ? content : given, last)));
    if (isRight && !isJson) last = content;
    isRefused ||= !isRight;
  }
  say(isRefused ? 'REFUSED' : 'Verified.');
  return !isRefused;
}

process.stdout.on('error', () => undefined); // `| head` closes the pipe early; the exit code still has the verdict
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : reasonOf(error);
  process.stderr.write(`${reason === usage ? usage : clean(reason)}\n`);
  process.exitCode = 2;
}
