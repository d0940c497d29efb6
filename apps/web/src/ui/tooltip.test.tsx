import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideNow, showNow } from './tooltip-timing.ts';
import { Tooltip } from './tooltip.tsx';

const nothing = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  // Tooltips share the time of the last close. A previous test's time may lie ahead of the fake clock.
  showNow(nothing, nothing);
  hideNow();
  vi.advanceTimersByTime(1000);
});
afterEach(() => {
  cleanup();
  vi.runAllTimers();
  vi.useRealTimers();
});

const show = () =>
  render(
    <>
      <Tooltip label="My Wallets">
        <button type="button">Wallets</button>
      </Tooltip>
      <Tooltip label="Currency Converter">
        <button type="button">Converter</button>
      </Tooltip>
    </>,
  );
const button = (name: string) => screen.getByRole('button', { name });
const tip = () => screen.queryByRole('tooltip')?.textContent;
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

// Rules: sign-in-27
test('a tooltip opens after 700 ms and describes its control while it is open', () => {
  show();
  fireEvent.pointerEnter(button('Wallets'));
  pass(699);
  expect(tip()).toBeUndefined();
  pass(1);
  expect(tip()).toBe('My Wallets');
  expect(button('Wallets').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  fireEvent.pointerLeave(button('Wallets'));
  pass(200);
  expect(tip()).toBeUndefined();
  expect(button('Wallets').hasAttribute('aria-describedby')).toBe(false);
});

// Rules: sign-in-27
test('a second tooltip opens without delay until 300 ms after the first tooltip closed', () => {
  show();
  fireEvent.pointerEnter(button('Wallets'));
  pass(700);
  fireEvent.pointerLeave(button('Wallets'));
  fireEvent.pointerEnter(button('Converter'));
  expect(tip()).toBe('Currency Converter');
  fireEvent.pointerLeave(button('Converter'));
  pass(120 + 301);
  fireEvent.pointerEnter(button('Wallets'));
  expect(tip()).toBeUndefined();
});

test('a tooltip stays open under the pointer and closes on Escape and on press', () => {
  show();
  fireEvent.pointerEnter(button('Wallets'));
  pass(700);
  fireEvent.pointerLeave(button('Wallets'));
  fireEvent.pointerEnter(screen.getByRole('tooltip'));
  pass(1000);
  expect(tip()).toBe('My Wallets');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(tip()).toBeUndefined();
  pass(1000);
  fireEvent.pointerEnter(button('Wallets'));
  pass(700);
  fireEvent.pointerDown(button('Wallets'));
  expect(tip()).toBeUndefined();
});

test.each([
  ['scrolls', () => fireEvent.scroll(document.body)],
  ['is resized', () => fireEvent(window, new Event('resize'))],
])('a tooltip closes when the window %s', (_, move) => {
  show();
  fireEvent.pointerEnter(button('Wallets'));
  pass(700);
  move();
  expect(tip()).toBeUndefined();
});

test('touching a control does not open a tooltip', () => {
  show();
  fireEvent.pointerEnter(button('Wallets'), { pointerType: 'touch' });
  pass(1000);
  expect(tip()).toBeUndefined();
});
