import { CallRefused, endpoints, type ErrorCode } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from 'sonner';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { readSendFields, type SendErrors, type SendFields } from './send-fields.ts';

export type SendForm = ReturnType<typeof useSendForm>;

/** The form's fields, what is wrong with them, and the sending itself. */
export function useSendForm(recipient: string) {
  const [fields, setFields] = useState<SendFields>({ recipient, amount: '', currency: 'USD', note: '' });
  const [errors, setErrors] = useState<SendErrors>({});
  const [refusals, setRefusals] = useState(0);
  const navigate = useNavigate();
  const { submit, busy } = useMoneyCommand(endpoints.sendMoney);

  const change = (part: Partial<SendFields>) => {
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => without(before, part));
  };

  const refuse = (found: SendErrors, sentence: string) => {
    setErrors(found);
    setRefusals((before) => before + 1);
    toast.error(sentence);
  };

  const send = async () => {
    const { amount, errors: found } = readSendFields(fields);
    if (found) return refuse(found, Object.values(found)[0] ?? '');
    const { currency, note } = fields;
    const email = fields.recipient.trim();
    try {
      const body = { recipient_email: email, amount: toDecimal(amount), currency, ...(note.trim() && { note }) };
      if (!(await submit(body))) return;
    } catch (error) {
      return refuse(errorsOf(error), refusalText(error, 'Failed to send money'));
    }
    toast.success(`Successfully sent ${currency} ${toDecimal(amount)} to ${email}`);
    await navigate({ to: '/dashboard' });
  };

  return { fields, errors, refusals, change, send, busy };
}

/** What is being changed is no longer wrong; a new currency judges the amount anew. */
function without(errors: SendErrors, changed: Partial<SendFields>): SendErrors {
  const judged = new Set(Object.keys(changed));
  if (judged.has('currency')) judged.add('amount');
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !judged.has(field)));
}

/** Where the server's sentence belongs: at the field it names, else at the one its code is about. */
function errorsOf(error: unknown): SendErrors {
  const { recipient_email: recipient, amount, note } = refusalFields(error);
  const named = { ...(recipient && { recipient }), ...(amount && { amount }), ...(note && { note }) };
  if (Object.keys(named).length > 0 || !(error instanceof CallRefused) || !error.body) return named;
  const field = fieldOfCode[error.body.code];
  return field ? { [field]: error.body.detail } : {};
}

const fieldOfCode: Partial<Record<ErrorCode, keyof SendFields>> = {
  recipient_not_found: 'recipient',
  recipient_is_self: 'recipient',
  insufficient_balance: 'amount',
  limit_exceeded: 'amount',
};
