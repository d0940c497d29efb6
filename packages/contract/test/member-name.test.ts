import { describe, expect, test } from 'vitest';
import { containsLink, problemOfName } from '../src/index.ts';

// Rules: identity-15
test.each([
  'Florin',
  'FLORIN',
  'florin support',
  'Florin Security Team',
  'FlorinSupport',
  'Security',
  'SECURITY ALERT',

  'Fl0rin',
  'F1orin',
  'FIorin',
  'Flоrin',
  'ꜰʟᴏʀɪɴ',
  'Ⓕⓛⓞⓡⓘⓝ',
  '𝐅𝐥𝐨𝐫𝐢𝐧',
  '🅵🅻🅾🆁🅸🅽',
  'Ｆｌｏｒｉｎ',
  'Flórin',
  'F̷lorin',
  'F l o r i n',
  'F.l.o.r.i.n',
  'Sup port',
  'S\u200Bu\u200Bpport',
  'Supp\u00ADort',
  'Sup-port',
  'Support24',
  '24 Support!',
  'Adrnin',
  'Admins',
  '@dmin',
  'ADM1N',
  'Your account is locked',
  'Official',
  'Operator',
  'Team Florin',
  'Teаm',
  '$upport',
  'Customer Service',
  'WARNING',
  'No-Reply',
  'Closed account',
  'Administrators',
])('problemOfName rejects the reserved name %s', (name) => {
  expect(problemOfName(name)).toMatch(/^A name cannot contain the word ".+"/);
});

// Rules: identity-15
test.each([
  'Florina Popescu',
  'Florine Dubois',
  'Florinda Silva',
  'Deflorin',
  'Florindo',
  'Lorin Maazel',
  'Flora Inés',
  'Joe Root',
  'Robert Service',
  'Ann Bank',
  'Tea M. Lopez',
  'Te Am',
  'Steam Weber',
  'Teamer',
  'Alberta',
  'Securo',

  'Adminah Noor',
  'Florian Ortega',
  'Eve Accountius',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'J.de Vries',
  'M.van Dijk',
  'Łukasz Żółć',
  'Zoë O’Brien-Núñez',
  'Олег Иванов',
  'Γιώργος Παπαδόπουλος',
  '王小明',
  'ひらがなカタカナ漢字',
  'محمد علي',
  "D'Angelo",
  'Sammy Davis Jr.',
  'Dr. Li',
  'Alice & Bob',
  'नेहा शर्मा',
  '👩‍🚀 Ada',
  'Warningham',
  'Urgentino',
  'X Æ A-12',
])('problemOfName allows the name %s', (name) => {
  expect(problemOfName(name)).toBeUndefined();
});

// Rules: identity-15
describe.each([
  ['Acme', ['Acme', 'Maria Acme', 'ACME Support', 'A c m e', 'Асmе', 'acme24', 'Acmes', 'AcmeTeam', 'Ácme']],
  ['Rossi Bank', ['Rossi Bank', 'RossiBank', 'rossi  b4nk', 'Anna Rossi-Bank', 'R o s s i B a n k', 'Ross ibank']],
  ['Söhne & Co.', ['Söhne & Co', 'SohneCo', 'Söhne-Co Helpdesk']],
  ['N26', ['N26', 'N 2 6', 'N26 Support']],
  ['銀行家', ['銀行家']],
])('with the brand %s', (brand, names) => {
  test.each(names)('problemOfName rejects the name %s', (name) => {
    expect(problemOfName(name, brand)).toMatch(/^A name cannot contain the word ".+"/);
  });

  test('problemOfName allows names that differ from the brand, and rejects the name Florin', () => {
    for (const name of ['Maria Rossi', 'John Bank', 'Ana Söhne', 'Co Nguyen', 'Acmeson Smith', 'Maria 26'])
      expect(problemOfName(name, brand)).toBeUndefined();
    expect(problemOfName('Florin', brand)).toBe('A name cannot contain the word "florin". Leave it out.');
  });

  test('problemOfName allows the name of a brand that is not configured', () => {
    for (const name of names.filter((one) => !/support|team|desk/i.test(one) && !/Асmе/.test(one)))
      expect(problemOfName(name)).toBeUndefined();
  });
});

test("problemOfName names the brand in the institution's spelling", () => {
  expect(problemOfName('ROSSIBANK', 'Rossi Bank')).toBe('A name cannot contain the word "Rossi Bank". Leave it out.');
});

test.each(['X', 'Ax', '**', ''])('problemOfName does not reserve the short brand %j', (brand) => {
  for (const name of ['Malcolm X', 'Ax Lee', 'Ana']) expect(problemOfName(name, brand)).toBeUndefined();
});

// Rules: identity-15
test.each([
  'evil.com',
  'Visit evil.com now',
  'www.evil',
  'https://evil.example',
  'hxxps://evil',
  'evil.xn--p1ai',
  'пример.рф',
  'x.com',
  't.co/abc',
  'evil。com',
  'evil․com',
  'evil\u200B.com',
  'e\u00ADvil.c\u00ADom',
  'evil[.]com',
  'evil (dot) com',
  '192.168.0.1',
  'a@evil.example',
  'data:text/html,x',
  'EVIL．COM',
  'http:\\\\evil',
  'mailto:a',
])('containsLink and problemOfName find the link in %s', (text) => {
  expect(containsLink(text)).toBe(true);
  expect(problemOfName(text)).toBe(
    'A name cannot contain a web address. Leave it out, or put a space after each period.',
  );
});

test.each([
  'Lunch. Thanks!',
  '12.50 for the taxi',
  'Rent 3/4',
  'at 10:30',
  'see you @ 8',
  'a...b',
  'dinner • wine',
  'e. g. bread',
  '10.11.2026',
  'ratio 3:2',
  'Invoice No. 12',
  '午餐费',
  'Café ☕',
])('containsLink finds no link in the note %s', (text) => {
  expect(containsLink(text)).toBe(false);
});

test.each(['Pаul', 'Αnna Weber', 'Ivan Иvanov'])(
  'problemOfName rejects %s, which mixes alphabets within a word',
  (name) => {
    expect(problemOfName(name)).toBe('A name cannot mix alphabets within one word. Write each word in one alphabet.');
  },
);
