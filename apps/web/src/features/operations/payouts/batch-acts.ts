import { endpoints, type PaymentBatch } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import type { Act } from '../act-dialog.tsx';
import { bankDayText } from '../bank/bank-day.ts';
import { checkText, schemeWords, shownHashLength, totalOf, payoutsText } from './payout-words.ts';

export type BatchAct = { readonly how: 'approve' | 'refuse' | 'send' | 'settle'; readonly batch: PaymentBatch };

/** Returns the confirmation for approving, refusing, taking back, sending or settling a batch. */
export function actOnBatch({ how, batch }: BatchAct): Act {
  const { id, number, count, account, scheme, made_by: maker, yours, sha256 } = batch;
  const params = { params: { id } };
  const total = totalOf(batch);
  const check = checkText(batch);
  switch (how) {
    case 'approve':
      return {
        title: `Approve batch ${number}?`,
        description: `${maker} wants to pay ${payoutsText(count)}, ${total} in total, from ${account} by ${schemeWords[scheme]}. You are the second person. After your approval they can’t be canceled.`,
        label: `Approve ${total}`,
        call: () => api.call(endpoints.approveBatch, params),
        done: `Batch ${number} approved`,
      };
    case 'refuse':
      return {
        title: yours ? `Take back batch ${number}?` : `Refuse batch ${number}?`,
        description: `Nothing is paid. The ${payoutsText(count)} can be put into another batch.`,
        label: yours ? 'Take back' : 'Refuse',
        isDanger: true,
        reasonLabel: 'Reason',
        reasonHelp: 'Stored with the batch.',
        call: (reason) => api.call(endpoints.refuseBatch, { ...params, body: { reason } }),
        done: yours ? `Batch ${number} taken back` : `Batch ${number} refused`,
      };
    case 'send':
      return {
        title: `Was batch ${number} given to the bank?`,
        description: `${check === undefined ? '' : `${check} `}Confirm after the bank accepted the file with ${payoutsText(count)}, ${total} in total. ${
          sha256 === null ? '' : `Its SHA-256 starts with ${sha256.slice(0, shownHashLength)}. `
        }The bank’s statement settles the payouts.`,
        label: 'Mark as given',
        call: () => api.call(endpoints.markBatchSent, params),
        done: `Batch ${number} marked as given to the bank`,
      };
    case 'settle':
      return settlement(batch);
  }
}

/** Only the amounts connect the line with the batch, so the operator must compare the other details. */
function settlement({ id, number, currency, suggested_line: line }: PaymentBatch): Act {
  const amount = formatAmount(fromExact(currency, line?.amount_exact ?? '0'));
  const what = `${amount}${line?.booked ? ` of ${bankDayText(line.booked)}` : ''}${line?.text ? `, “${line.text}”` : ''}`;
  return {
    title: `Is this line about batch ${number}?`,
    description: `The statement has an unallocated line: ${what}. Its amount is exactly that of the payouts in this batch. Compare it with your bank’s portal before you confirm.`,
    label: 'Yes, connect the line',
    call: () => api.call(endpoints.settleBatch, { params: { id }, body: { line: line?.id ?? '' } }),
    done: `Batch ${number} connected with the line`,
  };
}
