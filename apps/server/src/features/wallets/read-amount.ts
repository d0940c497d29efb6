import { parseAmount, type Amount, type AmountProblem, type AssetCode } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

const sentences: Record<AmountProblem, (asset: AssetCode) => string> = {
  not_a_number: () => 'Enter the amount as plain digits.',
  not_positive: () => 'Amount must be greater than 0',
  too_large: () => 'The amount is too large.',
  too_many_decimals: (asset) => `The amount has more decimals than ${asset} allows.`,
};

/** Reads a request's amount exactly. Errors: `invalid_amount`, with the field's name. */
export function readAmount<Code extends AssetCode>(
  asset: Code,
  input: string | number,
  field = 'amount',
): Amount<Code> {
  const { amount, problem } = parseAmount(asset, input);
  if (amount) return amount;
  const sentence = sentences[problem](asset);
  throw new Refusal('invalid_amount', sentence, { fields: { [field]: sentence } });
}
