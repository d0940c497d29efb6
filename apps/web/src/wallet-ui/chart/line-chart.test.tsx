import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LineChart } from './line-chart.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 360, 200));
  vi.stubGlobal('ResizeObserver', ResizeObserverOnce);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

class ResizeObserverOnce {
  readonly #notify: () => void;
  constructor(notify: () => void) {
    this.#notify = notify;
  }
  observe() {
    queueMicrotask(this.#notify);
  }
  disconnect() {}
}

const points = [10, 12, 11, 14].map((value, i) => ({ at: 1_000_000 + i * 300, value }));
const onRead = vi.fn<(point: { at: number; value: number } | undefined) => void>();

const draw = (given = points, tone: 'paper' | 'slab' = 'paper') =>
  act(async () =>
    render(
      <LineChart
        points={given}
        label="Bitcoin, price over one day"
        tone={tone}
        height={200}
        formatValue={(value) => `$${value}`}
        formatTime={(at) => `t${(at - 1_000_000) / 300}`}
        onRead={onRead}
      />,
    ),
  );
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Bitcoin, price over one day' });
const sliderText = () => slider().getAttribute('aria-valuetext');
const plot = (container: HTMLElement) => container.querySelector('.plot') ?? container;

test('the line chart moves from the last point with the keys and announces each point', async () => {
  const { container } = await draw();
  expect(sliderText()).toBe('t3, $14');
  fireEvent.focus(slider());
  expect(container.querySelector('.tip')?.textContent).toBe('t3 · $14');
  fireEvent.change(slider(), { target: { value: '1' } });
  expect(sliderText()).toBe('t1, $12');
  expect(container.querySelector('.tip')?.textContent).toBe('t1 · $12');
  expect(onRead).toHaveBeenLastCalledWith(points[1]);
  fireEvent.blur(slider());
  expect(container.querySelector('.tip')).toBeNull();
  expect(onRead).toHaveBeenLastCalledWith(undefined);
});

test('the line chart shows the nearest point under the pointer until the pointer leaves', async () => {
  const { container } = await draw();
  // The plot uses 300 of the 360 px, so the third point is at 200.
  fireEvent.pointerMove(plot(container), { clientX: 190 });
  expect(container.querySelector('.tip')?.textContent).toBe('t2 · $11');
  fireEvent.pointerLeave(plot(container));
  expect(container.querySelector('.tip')).toBeNull();
});

test('the line chart keeps the selected point when the last point moves', async () => {
  const { container, rerender } = await draw();
  fireEvent.focus(slider());
  const moved = [...points.slice(0, 3), { at: 1_000_905, value: 20 }];
  rerender(
    <LineChart
      points={moved}
      label="Bitcoin, price over one day"
      height={200}
      formatValue={(value) => `$${value}`}
      formatTime={() => 'then'}
    />,
  );
  expect(container.querySelector('.tip')?.textContent).toBe('then · $14');
});

test('the line chart draws value ticks in the paper tone only', async () => {
  const paper = (await draw()).container;
  expect(paper.querySelectorAll('.axis-y').length).toBeGreaterThan(1);
  cleanup();
  const slab = (await draw(points, 'slab')).container;
  expect(slab.querySelectorAll('.axis-y').length).toBe(0);
  expect(slab.querySelector('.line')?.getAttribute('d')).toMatch(/^M0,/);
  expect(slab.querySelectorAll('.dot').length).toBe(1);
  expect(slab.querySelector('.axis-x')?.textContent).toContain('Now');
});

test('an empty line chart keeps its height and has no slider', async () => {
  const { container } = await draw([]);
  expect(screen.queryByRole('slider')).toBeNull();
  expect((plot(container) as HTMLElement).style.height).toBe('200px');
});
