import type { Endpoint } from '@florin/contract';
import type { Random } from '../random.ts';
import { hostileEscapes, hostileJson, hostileTypes, hostileWords, uninvitedFields } from './hostile-values.ts';
import { raw, rawOf, writeRaw, type RawJson } from './raw-json.ts';
import { pick, sampleOf, type Vocabulary } from './sample.ts';

export type HostileRequest = {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
};

const largeBody = `{"note":"${'x'.repeat(10_000_000)}"}`;

/** Builds a valid request and makes it hostile in some places, rarely in none. */
export function hostileRequest(endpoint: Endpoint, random: Random, words: Vocabulary): HostileRequest {
  const often = (share: number) => random() < share;
  const path = pathOf(endpoint, random, words);
  const search = searchOf(endpoint, random, words);
  const headers: Record<string, string> = {};
  if (often(0.15))
    headers['idempotency-key'] = pick(random, ['', 'k', 'x'.repeat(200), 'x'.repeat(201), '\u00e9', ' ']);
  if (often(0.05)) headers['accept'] = pick(random, ['image/png', '*', '']);
  if (often(0.05)) headers['accept-encoding'] = pick(random, ['br', 'gzip;q=0', 'nonsense', '*']);
  if (often(0.05)) headers['last-event-id'] = pick(random, ['-1', '1e309', 'x']);
  const takesBody = endpoint.body !== undefined || endpoint.upload !== undefined;
  if (!takesBody && (endpoint.method === 'GET' || often(0.8)))
    return { method: endpoint.method, url: path + search, headers };
  const payload = often(0.004) ? largeBody : bodyOf(endpoint, random, words);
  headers['content-type'] = often(0.06) ? pick(random, hostileTypes) : 'application/json';
  if (endpoint.upload && often(0.7))
    return { ...uploadOf(random, headers), method: endpoint.method, url: path + search };
  return { method: endpoint.method, url: path + search, headers, payload };
}

function pathOf({ path, params }: Endpoint, random: Random, words: Vocabulary): string {
  const sound = params ? (sampleOf(params, random, words) as Record<string, unknown>) : {};
  return `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (random() < 0.55) return encodeURIComponent(String(sound[name]));
    return random() < 0.3 ? pick(random, hostileEscapes) : encoded(pick(random, hostileWords));
  })}`;
}

function searchOf({ query }: Endpoint, random: Random, words: Vocabulary): string {
  const sound = query ? (sampleOf(query, random, words) as Record<string, unknown>) : {};
  const pairs = Object.entries(sound).map(([name, value]) => {
    if (random() < 0.5) return `${name}=${encodeURIComponent(String(value))}`;
    return `${name}=${random() < 0.2 ? pick(random, hostileEscapes) : encoded(pick(random, hostileWords))}`;
  });
  if (random() < 0.2) pairs.push(`${encoded(pick(random, uninvitedFields))}=${encoded(pick(random, hostileWords))}`);
  if (random() < 0.2 && pairs[0] !== undefined) pairs.push(pairs[0]);
  if (random() < 0.05) pairs.push('&&=&x[]=1&x[a]=2');
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Encodes a text for an address. A lone surrogate cannot be encoded, so its raw bytes are sent. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

function bodyOf({ body }: Endpoint, random: Random, words: Vocabulary): string {
  if (random() < 0.06) return pick(random, hostileJson);
  let json = rawOf(body ? sampleOf(body, random, words) : {});
  for (let spoils = Math.floor(random() * 3); spoils > 0; spoils--) json = spoilt(json, random);
  const text = writeRaw(json);
  return random() < 0.03 ? text.slice(0, Math.floor(random() * text.length)) : text;
}

/** Makes one place of the JSON hostile. */
function spoilt(json: RawJson, random: Random): RawJson {
  if (!('fields' in json)) return raw(pick(random, hostileJson));
  const fields = [...json.fields];
  const at = Math.floor(random() * fields.length);
  const [name, value] = fields[at] ?? ['x', raw('1')];
  const kind = random();
  if (kind < 0.55) fields[at] = [name, 'fields' in value ? spoilt(value, random) : raw(pick(random, hostileJson))];
  else if (kind < 0.7) fields.splice(at, 1);
  else if (kind < 0.85) fields.push([pick(random, uninvitedFields), raw(pick(random, hostileJson))]);
  else fields.push([name, raw(pick(random, hostileJson))]); // duplicate key
  return { fields };
}

function uploadOf(random: Random, headers: Record<string, string>) {
  const boundary = 'x-boundary-x';
  const filename = pick(random, ['a.jpg', '../../a.jpg', 'a\u0000.jpg', '', 'a"b.jpg', `${'x'.repeat(5_000)}.jpg`]);
  const field = pick(random, ['file', '__proto__', 'kind', '']);
  const content = pick(random, [
    '',
    'GIF89a',
    '\u00ff\u00d8\u00ff',
    '<svg onload="x"/>',
    '%PDF-1.7',
    'x'.repeat(100_000),
  ]);
  const part = (name: string, rest: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
  const kind = pick(random, ['front', 'selfie', 'nonsense', '\u0000', '{"a":1}']);
  const parts = [part('kind', '', kind), part(field, `; filename="${filename}"\r\ncontent-type: image/jpeg`, content)];
  if (random() < 0.3) parts.push(...Array.from({ length: 8 }, () => part(field, '', kind)));
  const whole = `${parts.join('')}--${boundary}--\r\n`;
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: random() < 0.2 ? whole.slice(0, Math.floor(random() * whole.length)) : whole,
  };
}
