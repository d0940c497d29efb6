import { clsx } from 'clsx';
import { ArrowLeftRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useFieldControl } from '../../ui/field-control.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { AmountInput } from '../../wallet-ui/amount-input.tsx';
import { conversionSentence, firstConversion, rateLine, resultOf, swapped, type Conversion } from './conversion.ts';
import { converterCodes, converterSigns, type ConverterCode } from './converter-rates.ts';
import styles from './converter.module.css';

const quickAmounts = ['100', '500', '1000', '5000'];

type ConverterProps = { conversion: Conversion; onChange: (conversion: Conversion) => void };
/** The conversion is undefined until the member changes it. */
type TabProps = Omit<ConverterProps, 'conversion'> & { conversion: Conversion | undefined };

/** Converts amounts at fixed rates. Sends no request and moves no money. */
export function ConverterTab({ conversion = firstConversion, onChange }: TabProps) {
  return (
    <form
      className={styles.converter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        toast.success(conversionSentence(conversion));
      }}
    >
      <FromSide conversion={conversion} onChange={onChange} />
      <IconButton
        className={styles.swap}
        icon={ArrowLeftRight}
        iconSize={20}
        label="Swap currencies"
        onClick={() => onChange(swapped(conversion))}
      />
      <ToSide conversion={conversion} onChange={onChange} />
      <div className={styles.end}>
        <Button type="submit" variant="primary">
          Convert Now
        </Button>
        <p className="small muted">
          This is only a calculator; no money moves. To exchange money, use Exchange in the Wallet tab.
        </p>
      </div>
    </form>
  );
}

function FromSide({ conversion, onChange }: ConverterProps) {
  return (
    <div className="conv-side">
      <Field label="Amount">
        <span className={clsx('input money', isLong(conversion.typed) && 'long')}>
          <CurrencySign code={conversion.from} />
          <AmountInput
            value={conversion.typed}
            names={[converterSigns[conversion.from], conversion.from]}
            onChange={(typed) => onChange({ ...conversion, typed })}
          />
          <CodeSelect
            label="From currency"
            value={conversion.from}
            onChange={(from) => onChange({ ...conversion, from })}
          />
        </span>
      </Field>
      <fieldset className="quick-amounts" aria-label="Quick amounts">
        {quickAmounts.map((amount) => (
          <Button
            key={amount}
            size="s"
            aria-pressed={conversion.typed === amount}
            onClick={() => onChange({ ...conversion, typed: amount })}
          >
            {amount}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

function ToSide({ conversion, onChange }: ConverterProps) {
  const result = resultOf(conversion);
  return (
    <div className="conv-side">
      <Field
        label="Converted amount"
        help={
          <>
            <span>{rateLine(conversion)}</span>
            <span>Updated just now</span>
          </>
        }
      >
        <span className={clsx(`input money ${styles.result}`, isLong(result) && 'long')}>
          <CurrencySign code={conversion.to} />
          <ConvertedOutput result={result} />
          <CodeSelect label="To currency" value={conversion.to} onChange={(to) => onChange({ ...conversion, to })} />
        </span>
      </Field>
    </div>
  );
}

/** A phone has room for nine characters at full size, as in the other amount fields. */
const isLong = (text: string) => text.length > 9;

function ConvertedOutput({ result }: { result: string }) {
  const { id } = useFieldControl();
  return <output id={id}>{result}</output>;
}

function CurrencySign({ code }: { code: ConverterCode }) {
  return (
    <span className="currency" aria-hidden>
      {converterSigns[code]}
    </span>
  );
}

type CodeSelectProps = { label: string; value: ConverterCode; onChange: (code: ConverterCode) => void };

function CodeSelect({ label, value, onChange }: CodeSelectProps) {
  const choose = (text: string) => {
    const code = converterCodes.find((each) => each === text);
    if (code) onChange(code);
  };
  return (
    <Select bare aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {converterCodes.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  );
}
