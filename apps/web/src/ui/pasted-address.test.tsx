import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { addressIn } from './pasted-address.ts';
import { TextInput } from './text-input.tsx';

afterEach(cleanup);

test.each([
  'ines@florin.example',
  '  ines@florin.example \n',
  '\u200bines@florin.example\u200b',
  '\u202dines@florin.example\u202c',
  'mailto:ines@florin.example',
  'MAILTO:ines%40florin.example?subject=Rent&body=Hello',
  'Ines Almeida <ines@florin.example>',
  '"Almeida, Ines" <ines@florin.example>,',
  '<mailto:ines@florin.example>',
  'ines@florin.example;',
])('extracts ines@florin.example from %j', (text) => {
  expect(addressIn(text)).toBe('ines@florin.example');
});

test.each(['Ines', 'ines@', 'a@b.c, d@e.f', 'a@b.c d@e.f', 'write to a@b.c', ''])(
  'finds no single address in %j',
  (text) => {
    expect(addressIn(text)).toBeUndefined();
  },
);

function Typed() {
  const [value, setValue] = useState('');
  return <TextInput type="email" aria-label="Email" value={value} onChange={(event) => setValue(event.target.value)} />;
}

test('an email field reduces a pasted "Name <address>" to the address, and keeps other pasted text', async () => {
  render(<Typed />);
  const input = screen.getByLabelText<HTMLInputElement>('Email');
  await userEvent.click(input);
  await userEvent.paste('Ines Almeida <ines@florin.example>');
  expect(input.value).toBe('ines@florin.example');
  await userEvent.clear(input);
  await userEvent.paste('ines');
  expect(input.value).toBe('ines');
});
