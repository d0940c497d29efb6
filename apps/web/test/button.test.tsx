import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../src/ui/button.tsx';

afterEach(cleanup);

test('a busy button says so and takes no second press', async () => {
  const pressed = vi.fn<() => void>();
  render(
    <Button variant="primary" busy onClick={pressed}>
      Processing...
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' });
  expect(button.disabled).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(pressed).not.toHaveBeenCalled();
});

test('a refused button can be reached, gives its reason and does not submit', async () => {
  const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Button type="submit" reason="Your USD balance is $10.00.">
        Send $20.00
      </Button>
    </form>,
  );
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Send $20.00' });
  expect(document.activeElement).toBe(button);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'balance is $10.00',
  );
  await userEvent.click(button);
  expect(submitted).not.toHaveBeenCalled();
});
