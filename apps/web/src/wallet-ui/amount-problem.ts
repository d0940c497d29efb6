import { assetOf, type AmountProblem, type AssetCode } from '@florin/money';

/** Returns the error message for a typed amount. */
export function amountProblemText(asset: AssetCode, problem: AmountProblem): string {
  switch (problem) {
    case 'not_positive':
      return 'Amount must be greater than 0';
    case 'too_many_decimals':
      return `An amount in ${asset} has at most ${assetOf(asset).decimals} decimals`;
    case 'too_large':
      return 'Enter a smaller amount';
    case 'not_a_number':
      return 'Enter the amount in digits, such as 50.25';
  }
}
