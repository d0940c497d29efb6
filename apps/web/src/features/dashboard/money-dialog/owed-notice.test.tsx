import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { walletOf } from '../../../../test/wallet-of.ts';
import { walletsQuery } from '../../../api/queries.ts';
import { OwedNotice } from './owed-notice.tsx';

test.each([
  [
    ['99.96', '1.00'],
    'You owe $99.96 and €1.00. Money in the same currency pays it first. Until then you cannot send or withdraw.',
  ],
  [[undefined, undefined], ''],
])('a member who owes %j reads: %s', (owed, sentence) => {
  const client = new QueryClient();
  const wallets = (['USD', 'EUR'] as const).map((currency, i) => ({
    ...walletOf(currency, '0.00'),
    ...(owed[i] === undefined ? {} : { owed_exact: owed[i] }),
  }));
  client.setQueryData(walletsQuery.queryKey, wallets);
  client.setQueryDefaults(walletsQuery.queryKey, { staleTime: Infinity });
  render(
    <QueryClientProvider client={client}>
      <main>
        <OwedNotice />
      </main>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('main').textContent).toBe(sentence);
});
