import { expect, test } from 'vitest';
import { joinWitnesses, namedWitnesses, noWitnesses } from './witnesses.ts';

test('the witnesses of a proof come from the answer', () => {
  const text = JSON.stringify({ witnesses: { keys: ['north', 'south'], needed: 1 } });
  expect(namedWitnesses(text)).toEqual({ keys: ['north', 'south'], needed: 1 });
});

test.each(['', 'null', '[]', '{"witnesses":7}', '{"witnesses":{"keys":"north","needed":1}}'])(
  'a browser knows no witnesses from %s',
  (text) => expect(namedWitnesses(text)).toEqual(noWitnesses),
);

test('a proof needs at least the witnesses that this browser saw', () => {
  const seen = { keys: ['north', 'south'], needed: 2 };
  expect(joinWitnesses(seen, { keys: ['west'], needed: 1 })).toEqual({ keys: ['north', 'south', 'west'], needed: 2 });
  expect(joinWitnesses(seen, noWitnesses)).toEqual(seen);
});
