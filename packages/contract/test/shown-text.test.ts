import { describe, expect, test } from 'vitest';
import { saveKycDraft } from '../src/kyc.ts';
import { freezeUser } from '../src/operations.ts';
import { note, personName } from '../src/wire.ts';

const nameOf = (text: string) => personName.safeParse(text).data;

describe('person names', () => {
  test.each([
    ['Ines Almeida', 'Ines Almeida'],
    ['  Ines\tAlmeida\r\n', 'Ines Almeida'],
    ['Ines \u202eadiemlA', 'Ines adiemlA'],
    ['\u2066Ines\u2069 \u200fAlmeida\u061c', 'Ines Almeida'],
    ['I\u200bn\u00ade\u2060s\ufeff', 'Ines'],
    ['\u202e\u200dInes', '\u200dInes'],
  ])('a person name is reduced to one visible line: %j', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  test.each([
    'أحمد',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d👩\u200d👧',
    '❤\ufe0f',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'O’Neill-Łukasz',
    '李小龍',
  ])('a person name keeps the characters that shape it: %j', (name) => {
    expect(nameOf(name)).toBe(name);
  });

  test.each(['', ' ', '\u200b', '\u200d\ufe0f', '\u3164', '\u202e \u2069', '\u0007'])(
    'a person name without visible characters is rejected: %j',
    (text) => {
      expect(personName.safeParse(text).success).toBe(false);
    },
  );

  test('the length limit of a person name counts only visible characters', () => {
    expect(nameOf(`${'\u200b'.repeat(50)}${'é'.repeat(100)}`)).toHaveLength(100);
    expect(personName.safeParse('é'.repeat(101)).success).toBe(false);
  });
});

test('a note is reduced to one visible line and may be empty', () => {
  expect(note.parse(' Dinner \u202eat\nNora’s 🍝 ')).toBe('Dinner at Nora’s 🍝');
  expect(note.parse('\u2067\u200b ')).toBe('');
  expect(note.safeParse('é'.repeat(201)).success).toBe(false);
});

test.each([
  ['a name as on a document', (text: string) => saveKycDraft.body?.parse({ first_name: text })?.first_name],
  ["an operator's reason", (text: string) => freezeUser.body?.parse({ reason: text })?.reason],
])('%s is reduced to one visible line', (_, read) => {
  expect(read(' Inês \u202eMaria\u200b ')).toBe('Inês Maria');
});
