import { endpoints, type CreditedLine, type UnallocatedLine } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';
import { ibanInGroups } from './in-groups.ts';
import { isIncoming, needsSecondOperator, sumOfLine } from './line-words.ts';

const proposed = 'Proposed. A second operator must approve';

/** Returns the confirmation for returning unallocated money to its payer. */
export function actOfReturn(line: UnallocatedLine): Act {
  const sum = sumOfLine(line);
  const isProposal = needsSecondOperator(line) || line.reason === 'screening';
  const number = ibanInGroups(line.counterparty_account ?? '');
  const what = `${sum} goes back to ${line.counterparty}, account ${number}, from ${line.account}.`;
  return {
    title: isProposal ? `Propose to return ${sum}?` : `Return ${sum} to its payer?`,
    description: [
      what,
      ...(isProposal ? ['A second operator must approve.'] : []),
      'Then it waits under Payouts for a payment batch, which needs two people.',
    ].join(' '),
    label: isProposal ? 'Propose' : `Return ${sum}`,
    reasonLabel: 'Reason',
    reasonHelp: isProposal ? 'Shown to the second operator.' : 'Stored in the audit trail.',
    call: (reason) => api.call(endpoints.returnLine, { params: { line: line.id }, body: { reason } }),
    done: isProposal ? proposed : `${sum} waits for a payment batch`,
  };
}

/** Returns the confirmation for proposing that a line is the institution's own money. */
export function actOfOwnFunds(line: UnallocatedLine): Act {
  const sum = sumOfLine(line);
  const whose = isIncoming(line) ? 'came from' : 'went to';
  return {
    title: `Propose to book ${sum} as own funds?`,
    description: `Confirm only if the money that ${whose} ${payerOf(line)} is your own. It then no longer counts as unallocated. A second operator must approve.`,
    label: 'Propose',
    reasonLabel: 'How do you know?',
    reasonHelp: 'Shown to the second operator.',
    call: (reason) => api.call(endpoints.bookOwnFunds, { params: { line: line.id }, body: { reason } }),
    done: proposed,
  };
}

/** Returns the confirmation for canceling a return that is in no batch. */
export function actOfKeeping(line: UnallocatedLine): Act {
  const sum = sumOfLine(line);
  return {
    title: `Keep ${sum}?`,
    description: 'The money does not go back to the payer. The line is unallocated again.',
    label: `Keep ${sum}`,
    call: () => api.call(endpoints.keepLine, { params: { line: line.id } }),
    done: `${sum} is unallocated again`,
  };
}

/** Returns the confirmation for connecting a debit with the deposit that the debit reverses. */
export function actOfConnecting(debit: UnallocatedLine, deposit: UnallocatedLine): Act {
  return {
    title: `Did the bank take back ${sumOfLine(deposit)}?`,
    description: `The debit over ${sumOfLine(debit)} then cancels the money from ${payerOf(deposit)}. Both lines leave the list.`,
    label: 'Connect the lines',
    reasonLabel: 'How do you know?',
    reasonHelp: 'Stored in the audit trail.',
    call: (reason) =>
      api.call(endpoints.connectLine, { params: { line: debit.id }, body: { deposit: deposit.id, reason } }),
    done: `${sumOfLine(deposit)} connected with its debit`,
  };
}

export const payerOf = ({ counterparty }: UnallocatedLine): string => counterparty ?? 'a payer without a name';

/** Returns the confirmation for taking a deposit back. */
export function actOfRecall(line: CreditedLine): Act {
  const sum = sumOfLine(line);
  const isProposal = needsSecondOperator(line);
  return {
    title: isProposal ? `Propose to take back ${sum}?` : `Take back ${sum}?`,
    description: `${sum} is taken from ${line.member.name}. If the balance is too small, the member owes the rest, and cannot send or withdraw until it is paid. The money is then unallocated: return it to its payer, or wait for the bank’s debit.${
      isProposal ? ' A second operator must approve.' : ''
    }`,
    label: isProposal ? 'Propose' : `Take back ${sum}`,
    isDanger: true,
    reasonLabel: 'What does the bank say?',
    reasonHelp: isProposal ? 'Shown to the second operator.' : 'Stored in the audit trail.',
    call: (reason) => api.call(endpoints.recallDeposit, { params: { line: line.id }, body: { reason } }),
    done: isProposal ? proposed : `${sum} taken back`,
  };
}
