import { expect, test } from 'vitest';
import { askPatiently } from './ask-patiently.ts';

const never = () => new Promise<never>(() => undefined);

test('rejects a source without an answer in time, and rejects it immediately until its answer arrives', async () => {
  const ask = askPatiently(1);
  let answer: (value: string) => void = () => undefined;
  const late = new Promise<string>((resolve) => (answer = resolve));
  await expect(ask('ledger 1', () => late)).rejects.toThrow(
    'ledger 1 did not answer within 1 ms. Check that it is up.',
  );
  await expect(ask('ledger 1', never)).rejects.toThrow('ledger 1 has not answered yet. Check that it is up.');
  answer('late');
  await late;
  await new Promise(setImmediate);
  expect(await ask('ledger 1', async () => 'again')).toBe('again');
});

test('asks the other sources while a source is silent', async () => {
  const ask = askPatiently(1);
  await expect(ask('ledger 1', never)).rejects.toThrow('did not answer');
  expect(await ask('ledger 2', async () => 'here')).toBe('here');
});

test('reports the error of a source and asks the source again', async () => {
  const ask = askPatiently(60_000);
  const refused = () => Promise.reject(new Error('refused'));
  await expect(ask('ledger 1', refused)).rejects.toThrow('refused');
  expect(await ask('ledger 1', async () => 'here')).toBe('here');
});
