import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../loaded.tsx';
import { bankDeskQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { BankAccounts } from './bank-accounts.tsx';
import { BankFiles } from './bank-files.tsx';
import { ClosedDays } from './closed-days.tsx';
import { ClientMoney } from './client-money.tsx';
import { Recalls } from './recalls.tsx';
import { Receivables } from './receivables.tsx';
import { UnallocatedMoney } from './unallocated-money.tsx';
import styles from './bank-desk.module.css';

/** The operator's bank accounts, client money, money without an owner, and bank files. */
export function BankDesk() {
  const query = useQuery(bankDeskQuery);
  const { data: desk } = query;
  if (!desk)
    return (
      <div id="bank" className={styles.desk}>
        <Section id="bank-accounts" title="Bank accounts">
          <Loaded query={query}>{() => null}</Loaded>
        </Section>
      </div>
    );
  return (
    <div id="bank" className={styles.desk}>
      <BankAccounts accounts={desk.accounts} />
      <ClientMoney currencies={desk.client_money} />
      <UnallocatedMoney
        lines={desk.unallocated}
        total={desk.unallocated_total}
        withoutLine={{ items: desk.without_line, total: desk.without_line_total }}
      />
      <Recalls />
      <Receivables />
      <BankFiles files={desk.files} />
      <ClosedDays />
    </div>
  );
}
