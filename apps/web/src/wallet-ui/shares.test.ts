import { zero } from '@florin/money';
import { expect, test } from 'vitest';
import { holdingOf } from '../../test/holding-of.ts';
import { fromExact } from '../api/exact.ts';
import type { Holding } from '../api/read/answers.ts';
import { permilleOf, shareText, sharesOfBalance, sharesOfHoldings } from './shares.ts';

const holding = (symbol: string, exact: string) =>
  holdingOf({ symbol, name: symbol, value: Number(exact), value_exact: exact });

const balanceShares = (usd: string, holdings: Holding[]) =>
  sharesOfBalance(fromExact('USD', usd), holdings).map((share) => `${share.name} ${shareText(share)}`);

test('sharesOfBalance splits the total balance into US dollars and coins', () => {
  const holdings = [holding('BTC', '13767.12'), holding('ETH', '9936.06'), holding('SOL', '6298.50')];
  expect(balanceShares('12480.35', holdings)).toEqual(['US Dollar 29.4%', 'BTC 32.4%', 'ETH 23.4%', 'SOL 14.8%']);
});

test('sharesOfBalance omits zero balances and sums the rest as Other when there are more than four coins', () => {
  const holdings = ['A', 'B', 'C', 'D', 'E'].map((symbol) => holding(symbol, '10.00'));
  expect(balanceShares('0.00', holdings)).toEqual(['A 20.0%', 'B 20.0%', 'C 20.0%', 'Other 40.0%']);
});

test('shareText shows a share below 0.1% as <0.1%', () => {
  expect(balanceShares('1000000.00', [holding('BTC', '1.00')])).toEqual(['US Dollar 100.0%', 'BTC <0.1%']);
});

test('sharesOfBalance returns no shares for an empty account', () => {
  expect(sharesOfBalance(zero('USD'), [])).toEqual([]);
});

test('sharesOfHoldings sorts by value and sums the smallest beyond five', () => {
  const holdings = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol, index) => holding(symbol, `${index + 1}.00`));
  expect(sharesOfHoldings(holdings)).toEqual([
    { name: 'F', permille: 286 },
    { name: 'E', permille: 238 },
    { name: 'D', permille: 190 },
    { name: 'C', permille: 143 },
    { name: '2 others', permille: 143 },
  ]);
});

test('permilleOf a whole of zero is zero', () => {
  expect(permilleOf(0n, 0n)).toBe(0);
});
