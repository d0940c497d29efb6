import type { Holding } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { expect, test } from 'vitest';
import { holdingOf } from '../../../test/holding-of.ts';
import { walletOf } from '../../../test/wallet-of.ts';
import { allocationOf, shareText } from './allocation.ts';
import { allFiatInUsd, balancesOf, cryptoValue, otherFiatInUsd } from './balances.ts';

const holding = (symbol: string, exact: string) =>
  holdingOf({ symbol, name: symbol, value: Number(exact), value_exact: exact });

const balances = balancesOf([walletOf('GBP', '412.06'), walletOf('USD', '12480.35'), walletOf('EUR', '3214.80')]);

test('otherFiatInUsd converts EUR at 1.09 and GBP at 1.27, each rounded down', () => {
  expect(formatAmount(otherFiatInUsd(balances))).toBe('$4,027.44'); // 3504.132 and 523.3162
  expect(formatAmount(allFiatInUsd(balances))).toBe('$16,507.79');
});

test('cryptoValue sums the values of the coins exactly', () => {
  const holdings = [holding('BTC', '0.10'), holding('ETH', '0.20'), holding('SOL', '9007199254740993.01')];
  expect(formatAmount(cryptoValue(holdings))).toBe('$9,007,199,254,740,993.31');
});

const sharesOf = (usd: string, holdings: Holding[]) =>
  allocationOf(balancesOf([walletOf('USD', usd), walletOf('EUR', '0.00'), walletOf('GBP', '0.00')]).USD, holdings).map(
    (share) => `${share.label} ${shareText(share)}`,
  );

test('allocationOf splits the total balance into US dollars and coins', () => {
  const holdings = [holding('BTC', '13767.12'), holding('ETH', '9936.06'), holding('SOL', '6298.50')];
  expect(sharesOf('12480.35', holdings)).toEqual(['US Dollar 29.4%', 'BTC 32.4%', 'ETH 23.4%', 'SOL 14.8%']);
});

test('allocationOf omits zero balances and sums the rest as Other when there are more than four coins', () => {
  const holdings = ['A', 'B', 'C', 'D', 'E'].map((symbol) => holding(symbol, '10.00'));
  expect(sharesOf('0.00', holdings)).toEqual(['A 20.0%', 'B 20.0%', 'C 20.0%', 'Other 40.0%']);
});

test('shareText shows a share below 0.1% as <0.1%', () => {
  expect(sharesOf('1000000.00', [holding('BTC', '1.00')])).toEqual(['US Dollar 100.0%', 'BTC <0.1%']);
});
