import type { Configuration, OutflowLimits, Plan, Policy } from '@florin/contract';
import { amountOf, feePercent, fiatCodes, toDecimal, type FeeRate } from '@florin/money';

type Installation = {
  readonly mode: Configuration['mode'];
  readonly policy: Policy;
  readonly brand: Configuration['brand'];
  /** In the order of their sizes. */
  readonly plans: readonly Plan[];
  readonly cards: boolean;
  readonly texts: Configuration['texts'];
};

/** Returns the configuration in the form of the API. */
export function configurationView({ mode, policy, brand, plans, cards, texts }: Installation): Configuration {
  const { fees, deposits, withdrawals, outflowLimits, thresholds } = policy;
  return {
    mode,
    brand,
    currencies: [...fiatCodes],
    fees: {
      send: percent(fees.send),
      buy: percent(fees.buy),
      sell: percent(fees.sell),
      exchange: percent(fees.exchange),
    },
    plans: [...plans],
    bounds: { deposit: deposits, withdrawal: withdrawals },
    kyc_limits: { 0: limitsView(outflowLimits[0]), 1: limitsView(outflowLimits[1]), 2: limitsView(outflowLimits[2]) },
    confirmation_thresholds: {
      second_factor: toDecimal(thresholds.secondFactor),
      second_operator: toDecimal(thresholds.secondOperator),
    },
    cards,
    texts,
  };
}

/** `1.5`, without the sign. */
const percent = (rate: FeeRate): string => feePercent(rate).slice(0, -1);

const limitsView = ({ day, month }: OutflowLimits[0]) => ({
  day: toDecimal(amountOf('USD', day)),
  month: toDecimal(amountOf('USD', month)),
});
