/**
 * What a member may not call themselves, because mails in Florin's name carry it to strangers: Florin's own roles, and web
 * addresses. Browser and server use the same rules.
 */

/** Words of Florin itself or of a warning. None of them is a common name of people. */
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

/** Letters of other alphabets, digits and signs, by the Latin letter that they pass for. */
const passingFor = {
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
  Object.entries(passingFor).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);

/** Squared and circled letters and those of flags, which no normalization turns into letters, by where their A is. */
const letterBlocks = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const block = letterBlocks.find((start) => code >= start && code < start + 26);
  return block === undefined ? sign : String.fromCharCode(97 + code - block);
}

/** Without what cannot be seen and without accents, in small letters. */
const bare = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, ''), plainLetter)
    .join('')
    .toLowerCase();

/** As a hurried reader takes it: look-alike signs are letters, and letters that are hard to tell apart are one. */
const seen = (word: string) =>
  Array.from(word, (sign) => lookAlikes.get(sign) ?? sign)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const reserved = new Map(
  reservedWords.flatMap(
    (word) =>
      [
        [seen(word), word],
        [seen(`${word}s`), word],
      ] as const,
  ),
);
const chainOfReserved = new RegExp(
  `^(?:${[...reserved.keys()].toSorted((a, b) => b.length - a.length).join('|')})+$`,
  'u',
);
/** Shorter ones may be two short names side by side. */
const shortestSplit = 5;

/** The reserved word that a name contains, however it is written: spaced, in another case, with look-alike letters. */
function reservedWordIn(name: string): string | undefined {
  const words = bare(name)
    .split(/[^\p{L}\p{N}@$|!+]+/u)
    .filter((word) => word !== '');
  return words.map(reservedIn).find((word) => word !== undefined) ?? reservedAcross(words.map(seen));
}

/** A word that is one, or nothing but several; digits around it do not count. */
function reservedIn(word: string): string | undefined {
  for (const written of [word, word.replaceAll(/^[\d@$|!+]+|[\d@$|!+]+$/g, '')]) {
    const whole = seen(written);
    const first = chainOfReserved.test(whole) ? [...reserved].find(([sign]) => whole.startsWith(sign)) : undefined;
    if (first) return first[1];
  }
  return undefined;
}

/** One that is spread over several words: `F l o r i n`, `Sup port`. */
function reservedAcross(words: readonly string[]): string | undefined {
  for (let from = 0; from < words.length; from++) {
    let joined = '';
    for (let to = from; to < words.length; to++) {
      joined += words[to] ?? '';
      const word = reserved.get(joined);
      const isSpelled = words.slice(from, to + 1).every((part) => part.length === 1);
      if (word !== undefined && (isSpelled || word.length >= shortestSplit)) return word;
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

/** No language writes one word in two of these alphabets: who does makes letters pass for others. */
const mixesAlphabets = (name: string): boolean =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);

/** Signs that programs, or readers, take for the dots, colons and slashes of an address. */
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
/** A label, a dot and letters; one letter before the dot is an initial, unless a path or a very common ending follows. */
const domain = /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)/u;
const namedDomain =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]+\.(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)|[\p{L}\p{N}]\.(?:\p{L}[\p{L}\p{M}]+[/:?#]|(?:com|net|org|io|co|app|me|info)(?![\p{L}\p{M}]))/u;

/** Something that a mail program may turn into a link, or that a reader may take for one. */
export const containsLink = (text: string): boolean =>
  [scheme, www, numbers, domain].some((rule) => rule.test(unmasked(text)));

const nameContainsLink = (name: string) =>
  [scheme, www, numbers, namedDomain].some((rule) => rule.test(unmasked(name)));

/** Why a member cannot have the name, as a sentence; nothing where it is fine. */
export function problemOfName(name: string): string | undefined {
  const word = reservedWordIn(name);
  if (word !== undefined)
    return `A name cannot contain the word "${word}", so that nobody is taken for Florin. Leave it out.`;
  if (nameContainsLink(name))
    return 'A name cannot contain a web address. Leave it out, or put a space after each full stop.';
  if (mixesAlphabets(name)) return 'A name cannot mix alphabets within one word. Write each word in one alphabet.';
  return undefined;
}
