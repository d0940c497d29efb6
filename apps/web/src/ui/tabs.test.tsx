import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

function Example() {
  const [value, setValue] = useState<'wallet' | 'converter'>('wallet');
  return (
    <Tabs
      label="Wallet and converter"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'wallet', label: 'Wallet', content: <p>Three wallets</p> },
        { value: 'converter', label: 'Converter', content: <p>A calculator</p> },
      ]}
    />
  );
}

test('pressing a tab shows its panel and removes the other panel', async () => {
  render(<Example />);
  expect(screen.getByRole('tabpanel', { name: 'Wallet' }).textContent).toBe('Three wallets');
  await userEvent.click(screen.getByRole('tab', { name: 'Converter' }));
  expect(screen.getByRole('tabpanel', { name: 'Converter' }).textContent).toBe('A calculator');
  expect(screen.queryByText('Three wallets')).toBeNull();
});

test('the tab list is one Tab stop, and its arrow keys wrap around', async () => {
  render(<Example />);
  const [first, second] = screen.getAllByRole('tab');
  await userEvent.tab();
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(second);
  expect(second?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(second);
});
