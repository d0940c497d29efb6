type Eight = [number, number, number, number, number, number, number, number];

/** SHA-256 of a text, in hexadecimal (FIPS 180-4). The browser's own answers a moment later: too late for what is drawn. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  let state = start;
  for (let at = 0; at < bytes.byteLength; at += blockBytes) state = stir(state, new DataView(bytes, at, blockBytes));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const blockBytes = 64;
const rounds = 64;

const primes = [2];
for (let one = 3; primes.length < rounds; one += 2) if (primes.every((prime) => one % prime > 0)) primes.push(one);

/** The first 32 bits behind the point. */
const behindPoint = (root: number) => ((root % 1) * 2 ** 32) | 0;

const start = primes.slice(0, 8).map((prime) => behindPoint(Math.sqrt(prime))) as Eight;
const constants = primes.map((prime) => behindPoint(Math.cbrt(prime)));

/** Whole blocks: a bit is set after the text, and the last eight bytes say how many bits it has. */
function padded(text: Uint8Array): ArrayBuffer {
  const blocks = new Uint8Array(Math.ceil((text.length + 9) / blockBytes) * blockBytes);
  blocks.set(text);
  blocks[text.length] = 0x80;
  new DataView(blocks.buffer).setBigUint64(blocks.length - 8, BigInt(text.length) * 8n);
  return blocks.buffer;
}

function stir(state: Eight, block: DataView): Eight {
  let [a, b, c, d, e, f, g, h] = state;
  const words: number[] = [];
  for (const [round, constant] of constants.entries()) {
    const word = round < 16 ? block.getInt32(4 * round) : nextWord(words.slice(-16));
    words.push(word);
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + constant + word;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  const after: Eight = [a, b, c, d, e, f, g, h];
  return after.map((word, place) => (word + (state[place] ?? 0)) | 0) as Eight;
}

/** From the sixteen before it. */
function nextWord([oldest = 0, second = 0, , , , , , , , tenth = 0, , , , , last = 0]: number[]): number {
  const early = turned(second, 7) ^ turned(second, 18) ^ (second >>> 3);
  const late = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
  return (oldest + early + tenth + late) | 0;
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));
