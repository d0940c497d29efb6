import { describe, expect, test } from 'vitest';
import { joinWitnesses, namedWitnesses, noWitnesses } from './witnesses.ts';

describe('the witnesses of a proof', () => {
  test('are those that the answer names', () => {
    const text = JSON.stringify({ witnesses: { keys: ['north', 'south'], needed: 1 } });
    expect(namedWitnesses(text)).toEqual({ keys: ['north', 'south'], needed: 1 });
  });

  test.each(['', 'null', '[]', '{"witnesses":7}', '{"witnesses":{"keys":"north","needed":1}}'])(
    'are none in %s',
    (text) => expect(namedWitnesses(text)).toEqual(noWitnesses),
  );

  test('are never fewer than this browser saw', () => {
    const seen = { keys: ['north', 'south'], needed: 2 };
    expect(joinWitnesses(seen, { keys: ['west'], needed: 1 })).toEqual({ keys: ['north', 'south', 'west'], needed: 2 });
    expect(joinWitnesses(seen, noWitnesses)).toEqual(seen);
  });
});
