import { amountOf, assetOf, toDecimal, type Amount, type FiatCode } from '@florin/money';
import { Button } from '../../../ui/button.tsx';

const wholeUnits = [50n, 100n, 250n, 500n];

type QuickAmountsProps = {
  currency: FiatCode;
  amount: Amount | undefined;
  onChoose: (typed: string) => void;
};

export function QuickAmounts({ currency, amount, onChoose }: QuickAmountsProps) {
  return (
    <fieldset className="quick-amt" aria-label="Quick amounts">
      {wholeUnits.map((whole) => {
        const quick = amountOf(currency, whole * 100n);
        return (
          <Button
            key={whole}
            size="s"
            aria-pressed={amount?.units === quick.units}
            onClick={() => onChoose(toDecimal(quick))}
          >
            {assetOf(currency).sign}
            {String(whole)}
          </Button>
        );
      })}
    </fieldset>
  );
}
