import type { OperatorAccount } from '../../providers/bank/bank.ts';
import type { NameScreening } from '../screening/index.ts';
import type { Rules, ThirdPartyDeposits } from './match-lines.ts';
import { isOwnAccount } from './operator-account.ts';
import { canPayByFile } from './payouts/schemes.ts';

type Sources = {
  readonly thirdPartyDeposits: ThirdPartyDeposits;
  readonly operatorAccounts: readonly OperatorAccount[];
  readonly screening: Pick<NameScreening, 'screen'>;
};

/** Returns the installation's rules for the classification of statement lines. */
export const rulesOf = ({ thirdPartyDeposits: policy, operatorAccounts, screening }: Sources): Rules => ({
  policy,
  isOwn: (account, number) => isOwnAccount(operatorAccounts, account, number),
  canPay: (id) => canPayByFile(operatorAccounts, id),
  isListed: (name) => screening.screen(name).length > 0,
});
