import { Select } from '../../../ui/select.tsx';

type UnitSelectProps = { symbol: string; value: string; onChange: (asset: string) => void };

/** Selects whether the amount is in dollars or coins. */
export function UnitSelect({ symbol, value, onChange }: UnitSelectProps) {
  return (
    <Select bare aria-label="Amount in" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option>USD</option>
      <option>{symbol}</option>
    </Select>
  );
}
