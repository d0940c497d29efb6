import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => undefined } });
});
afterEach(() => vi.useRealTimers());

const press = async () => act(async () => fireEvent.click(screen.getByRole('button')));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const name = () => screen.getByRole('button').textContent;

// Rules: receive-4
test('the copy button shows the check for two seconds after its last press', async () => {
  render(<CopyButton text="ines@florin.example" what="email" />);
  await press();
  await wait(1900);
  expect(name()).toBe('Copied email');
  await press();
  await wait(1900);
  expect(name()).toBe('Copied email');
  await wait(100);
  expect(name()).toBe('Copy email');
});
