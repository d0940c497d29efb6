import { endpoints, type MoneyWithoutLine, type UnallocatedLine } from '@florin/contract';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { CreditDialog, type CreditDialogProps } from './credit-dialog.tsx';
import { sourceWords } from './line-words.ts';
import styles from './bank-desk.module.css';

type Shown = Omit<CreditDialogProps, 'money' | 'command'>;

/** Credits an unallocated line to a member, or proposes the credit. */
export function LineCreditDialog({ line, ...shown }: Shown & { line: UnallocatedLine }) {
  const { member, counterparty, remittance } = line;
  const money = {
    ...line,
    email: member?.email,
    emailHelp: member ? <MemberHelp name={member.name} /> : undefined,
    facts: [
      { label: 'Payer', value: counterparty === null ? 'Not named' : <bdi>{counterparty}</bdi> },
      ...(remittance === null ? [] : [{ label: 'Text', value: <bdi>{remittance}</bdi> }]),
    ],
  };
  const command = useMoneyCommand(endpoints.allocateLine, { params: { line: line.id } });
  return <CreditDialog {...shown} money={money} command={command} />;
}

const MemberHelp = ({ name }: { name: string }) => (
  <span className={styles.help}>
    The payment reference names <bdi>{name}</bdi>.
  </span>
);

/** Credits money of a closed account to a member, or proposes the credit. */
export function UnownedCreditDialog({ item, ...shown }: Shown & { item: MoneyWithoutLine }) {
  const { member, source } = item;
  const money = {
    ...item,
    facts: [
      ...(member ? [{ label: 'Closed account', value: <bdi>{member.email}</bdi> }] : []),
      { label: 'Why it is here', value: sourceWords[source] },
    ],
  };
  const command = useMoneyCommand(endpoints.allocateUnowned, { params: { item: item.id } });
  return <CreditDialog {...shown} money={money} command={command} />;
}
