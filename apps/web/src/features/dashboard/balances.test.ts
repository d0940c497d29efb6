import { formatAmount } from '@florin/money';
import { expect, test } from 'vitest';
import { holdingOf } from '../../../test/holding-of.ts';
import { walletOf } from '../../../test/wallet-of.ts';
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
