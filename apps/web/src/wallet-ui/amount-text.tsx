import { clsx } from 'clsx';
import { assetOf, formatParts, type Amount, type SignDisplay } from '@florin/money';

type AmountTextProps = {
  amount: Amount;
  sign?: SignDisplay;
  /**
   * Shows the code after the figure. Coins show the code by default; fiat needs the code in columns of several
   * currencies.
   */
  code?: boolean;
  /** `in` is green, for positive amounts. */
  tone?: 'ink' | 'in';
};

/** Shows an amount with muted decimals. In a coin amount, only the padding zeros are muted. */
export function AmountText({ amount, sign = 'auto', code, tone = 'ink' }: AmountTextProps) {
  const parts = formatParts(amount, { sign });
  const isCoin = assetOf(amount.asset).kind === 'coin';
  return (
    <span className={clsx('amount', tone === 'in' && 'positive')}>
      {parts.sign && <span className="amount-sign">{parts.sign}</span>}
      {parts.currency && <span className="amount-currency">{parts.currency}</span>}
      {isCoin ? <CoinFigure major={parts.major} minor={parts.minor} /> : <FiatFigure {...parts} />}
      {(code ?? isCoin) && (
        <>
          {' '}
          <span className="amount-asset">{parts.code}</span>
        </>
      )}
    </span>
  );
}

function FiatFigure({ major, minor }: { major: string; minor: string }) {
  return (
    <>
      {major}
      <span className="amount-minor">{minor}</span>
    </>
  );
}

function CoinFigure({ major, minor }: { major: string; minor: string }) {
  const { before, digits, after } = splitPadding(`${major}${minor}`);
  return (
    <>
      {before && <span className="amount-minor">{before}</span>}
      {digits}
      {after && <span className="amount-minor">{after}</span>}
    </>
  );
}

/** Splits off padding zeros: `0.00779029` → `0.00`, `779029`; `3.18000000` → `3.18`, `000000`; `5.00000000` → `5`, `.00000000`. */
function splitPadding(figure: string): { before: string; digits: string; after: string } {
  const before = /^0\.0*(?=[1-9])/.exec(figure)?.[0] ?? '';
  const rest = figure.slice(before.length);
  const after = before ? (/0+$/.exec(rest)?.[0] ?? '') : (/\.?0+$/.exec(rest)?.[0] ?? '');
  return { before, digits: rest.slice(0, rest.length - after.length), after };
}
