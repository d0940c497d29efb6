import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Facts } from './facts.tsx';

test('a list of facts shows equal facts too', () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = render(<Facts facts={['Rent', undefined, 'Rent']} />);
  expect(container.textContent).toBe('Rent · Rent');
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
