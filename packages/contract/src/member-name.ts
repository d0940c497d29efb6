/**
 * Rules for member names. Florin's mails show these names to strangers, so names must not contain Florin's roles or web
 * addresses. Browser and server share these rules.
 */

/** Words for Florin's roles and for warnings. No word is a common personal name. */
const reservedWords = [
  'florin',
  'security',
  'support',
  'admin',
  'administrator',
  'administration',
  'operator',
  'operations',
  'team',
  'official',
  'helpdesk',
  'helpline',
  'moderator',
  'compliance',
  'verification',
  'notification',
  'noreply',

  'postmaster',
  'webmaster',
  'customerservice',
  'customercare',
  'account',
  'alert',
  'warning',
  'urgent',
  'suspended',
];

/** Letters of other alphabets, digits and symbols, by the Latin letter that they resemble. */
const resembling = {
  a: 'аɑα@4ᴀ',
  b: 'ʙвβ8',
  c: 'сϲᴄ',
  d: 'ԁᴅ',
  e: 'еεє3ᴇ',
  f: 'ꜰƒ',
  g: 'ɡɢ9',
  h: 'һнʜ',
  i: 'іιıɪ1|!',
  j: 'јᴊ',
  k: 'кκᴋ',
  l: 'ӏʟⅼ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοօσ0ᴏø',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ$5',
  t: 'тτᴛ7+',
  u: 'սυᴜ',
  v: 'νѵᴠ',
  w: 'ԝωᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ2',
};
const lookAlikes = new Map(
  Object.entries(resembling).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);

/**
 * The code points of A in the blocks of squared, circled and flag letters, which Unicode normalization leaves
 * unchanged.
 */
const letterBlocks = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const block = letterBlocks.find((start) => code >= start && code < start + 26);
  return block === undefined ? sign : String.fromCharCode(97 + code - block);
}

/** Removes invisible characters and accents, and converts to lower case. */
const bare = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, ''), plainLetter)
    .join('')
    .toLowerCase();

/** Replaces look-alike characters with letters, and similar letters with one common letter. */
const skeleton = (word: string) =>
  Array.from(word, (sign) => lookAlikes.get(sign) ?? sign)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Splits a name into words without accents, in lower case. */
const wordsOf = (name: string): string[] =>
  bare(name)
    .split(/[^\p{L}\p{N}@$|!+]+/u)
    .filter((word) => word !== '');

type Reserved = {
  /** The usual spelling of each word, by the word's skeleton. */
  readonly words: ReadonlyMap<string, string>;
  /** Matches texts that consist of reserved words only. */
  readonly chain: RegExp;
};

/** A brand with fewer letters is not reserved, because it may be an initial. */
const minBrandLength = 3;

/** The words of a brand are reserved only together, because a single word may be a person's name. */
function reservedWith(brand: string): Reserved {
  const ofBrand = wordsOf(brand).join('');
  const pairs = [
    ...reservedWords.map((word) => [word, word] as const),
    ...(ofBrand.length < minBrandLength ? [] : [[ofBrand, brand] as const]),
  ];
  const words = new Map(
    pairs.flatMap(([word, written]) => [word, `${word}s`].map((sign) => [skeleton(sign), written] as const)),
  );
  const signs = [...words.keys()].toSorted((a, b) => b.length - a.length); // letters and digits only
  return { words, chain: new RegExp(`^(?:${signs.join('|')})+$`, 'u') };
}

const reservedByBrand = new Map<string, Reserved>();

/** A process uses one brand. Tests use several brands. */
function reservedFor(brand: string): Reserved {
  const known = reservedByBrand.get(brand) ?? reservedWith(brand);
  reservedByBrand.set(brand, known);
  return known;
}

/** The minimum length of a reserved word that is split into parts. A shorter word may consist of two short names. */
const minSplitLength = 5;

/** Returns the reserved word in a name. Ignores case and finds spaced words and look-alike letters. */
function reservedWordIn(name: string, brand: string): string | undefined {
  const reserved = reservedFor(brand);
  const words = wordsOf(name);
  return (
    words.map((word) => reservedIn(word, reserved)).find((word) => word !== undefined) ??
    reservedAcross(words.map(skeleton), reserved)
  );
}

/** Returns the reserved word if the whole word consists of reserved words. Ignores surrounding digits. */
function reservedIn(word: string, { words, chain }: Reserved): string | undefined {
  for (const written of [word, word.replaceAll(/^[\d@$|!+]+|[\d@$|!+]+$/g, '')]) {
    const whole = skeleton(written);
    const first = chain.test(whole) ? [...words].find(([sign]) => whole.startsWith(sign)) : undefined;
    if (first) return first[1];
  }
  return undefined;
}

/** Returns a reserved word that is spread over several words: `F l o r i n`, `Sup port`. */
function reservedAcross(words: readonly string[], reserved: Reserved): string | undefined {
  for (let from = 0; from < words.length; from++) {
    let joined = '';
    for (let to = from; to < words.length; to++) {
      joined += words[to] ?? '';
      const word = reserved.words.get(joined);
      const isSpelled = words.slice(from, to + 1).every((part) => part.length === 1);
      if (word !== undefined && (isSpelled || word.length >= minSplitLength)) return word;
    }
  }
  return undefined;
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Whether a word mixes two of these alphabets. Such a word is an imitation, because no language mixes alphabets. */
const mixesAlphabets = (name: string): boolean =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);

/** Replaces characters that programs or readers mistake for the dots, colons and slashes of a web address. */
const unmasked = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replaceAll(/[。｡․‧∙·•⋅]|\s*[[({]\s*(?:\.|dot)\s*[\])}]\s*/giu, '.')
    .replaceAll(/[∕⁄⧸]/gu, '/')
    .replaceAll(/[ː˸։፡꞉]/gu, ':')
    .toLowerCase();

const scheme = /\b(?:[a-z][a-z\d+.-]*:\s*[/\\]{2}|(?:https?|hxxps?|ftp|mailto|javascript|data|tel|sms)\s*:\s*\S)/u;
const www = /(?:^|[^\p{L}\p{N}])www\d?\s*\./u;
const numbers = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/u;
/** A label, a dot and letters. */
const domain = /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)/u;
/** Like `domain`, but allows initials: one letter before the dot counts only if a path or a common ending follows. */
const namedDomain =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]+\.(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)|[\p{L}\p{N}]\.(?:\p{L}[\p{L}\p{M}]+[/:?#]|(?:com|net|org|io|co|app|me|info)(?![\p{L}\p{M}]))/u;

/** Whether a mail program or a reader may mistake a part of the text for a link. */
export const containsLink = (text: string): boolean =>
  [scheme, www, numbers, domain].some((rule) => rule.test(unmasked(text)));

const nameContainsLink = (name: string) =>
  [scheme, www, numbers, namedDomain].some((rule) => rule.test(unmasked(name)));

/**
 * Returns an error message for a forbidden name, or undefined.
 *
 * @param brand the public name of the institution, which is reserved like Florin's name
 */
export function problemOfName(name: string, brand = ''): string | undefined {
  const word = reservedWordIn(name, brand);
  if (word !== undefined) return `A name cannot contain the word "${word}". Leave it out.`;
  if (nameContainsLink(name))
    return 'A name cannot contain a web address. Leave it out, or put a space after each period.';
  if (mixesAlphabets(name)) return 'A name cannot mix alphabets within one word. Write each word in one alphabet.';
  return undefined;
}
