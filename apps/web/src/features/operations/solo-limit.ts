import { formatAmount } from '@florin/money';
import { policy } from '../../api/policy.ts';

/** The amount above which operators need a second operator, such as `$1,000`. */
export const soloLimit = formatAmount(policy.thresholds.secondOperator).replace(/\.00$/, '');
