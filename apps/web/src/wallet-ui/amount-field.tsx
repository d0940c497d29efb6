import { assetOf, fiatCodes, isFiat, namesOf, type AssetCode, type FiatCode } from '@florin/money';
import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { AmountInput } from './amount-input.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { echoOfTyped } from './typed-amount.ts';

type AmountFieldProps = {
  label: string;
  asset: AssetCode;
  /** The typed text; `readAmount` parses it. */
  value: string;
  onChange: (text: string) => void;
  /** Adds a currency select. Without it the unit is fixed. */
  onCurrencyChange?: (currency: FiatCode) => void;
  /** Replaces the unit, for example with a choice between dollars and coins. */
  unit?: ReactNode;
  end?: ReactNode;
  /** Replaces the echo of the parsed amount. */
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  name?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** An amount input that accepts "1,000.50" and "1.000,50" and echoes the parsed amount. */
export function AmountField(props: AmountFieldProps) {
  const { label, asset, value, onCurrencyChange, unit, end, error, disabled } = props;
  const echo = echoOfTyped(asset, value);
  const help = props.help ?? (echo && <span aria-live="polite">{echo}</span>);
  return (
    <Field label={label} end={end} error={error} help={help || undefined}>
      <span className={clsx('input money', value.length > 9 && 'long')}>
        {assetOf(asset).sign && (
          <span className="currency" aria-hidden>
            {assetOf(asset).sign}
          </span>
        )}
        <AmountInput {...inputProps(props)} names={namesOf(asset)} />
        {unit ?? <Unit asset={asset} onCurrencyChange={onCurrencyChange} disabled={disabled} />}
      </span>
    </Field>
  );
}

type UnitProps = {
  asset: AssetCode;
  onCurrencyChange: ((currency: FiatCode) => void) | undefined;
  disabled: boolean | undefined;
};

function Unit({ asset, onCurrencyChange, disabled }: UnitProps) {
  if (onCurrencyChange && isFiat(asset))
    return <CurrencySelect value={asset} onChange={onCurrencyChange} disabled={disabled} />;
  return (
    <span className="unit">
      {!isFiat(asset) && <CoinIcon symbol={asset} size={20} />}
      {asset}
    </span>
  );
}

function inputProps({ value, onChange, disabled, name, onBlur, ref }: AmountFieldProps) {
  return { value, onChange, disabled, name, onBlur, ref };
}

type CurrencySelectProps = { value: FiatCode; onChange: (currency: FiatCode) => void; disabled?: boolean | undefined };

function CurrencySelect({ value, onChange, disabled }: CurrencySelectProps) {
  const choose = (code: string) => {
    if (isFiat(code)) onChange(code);
  };
  return (
    <Select
      bare
      aria-label="Currency"
      value={value}
      disabled={disabled}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {fiatCodes.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  );
}
