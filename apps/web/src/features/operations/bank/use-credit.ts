import { canonicalEmail, type endpoints, type ErrorCode } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isUnanswered, refusalCode, refusalFields, refusalText } from '../../../api/refusal-text.ts';
import type { MoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { operationsKey } from '../operations-queries.ts';
import { reasonMissing } from '../reason-field.tsx';
import { sumOfLine, type AmountOfBank } from './line-words.ts';

/** Credits one piece of unallocated money. */
export type CreditCommand = MoneyCommand<typeof endpoints.allocateLine | typeof endpoints.allocateUnowned>;

export type Credit = ReturnType<typeof useCredit>;

type Errors = { readonly email?: string; readonly reason?: string; readonly refusal?: string };

type Shown = { isOpen: () => boolean; onDone: () => void };

/**
 * The form state of a credit. A request continues after the dialog closes; a toast then shows a failure. A retry after
 * a lost answer uses the same idempotency key.
 */
export function useCredit(
  money: AmountOfBank & { email?: string | undefined },
  { submit, isRetry, busy }: CreditCommand,
  { isOpen, onDone }: Shown,
) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState(money.email ?? '');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const done = useRef(false);
  const body = { email: email.trim(), reason: reason.trim() };

  const refuse = (found: Errors) => {
    setErrors(found);
    setRefusals((before) => before + 1);
  };

  const end = () => {
    done.current = true;
    if (isOpen()) onDone(); // Otherwise the dialog of other money may be open.
  };

  const start = async () => {
    const missing = problemsOf(body);
    if (missing) return refuse(missing);
    setErrors({});
    try {
      const answer = await submit(body);
      if (!answer) return;
      toast.success(
        answer.proposal ? 'Proposed. A second operator must approve' : `${sumOfLine(money)} credited to ${body.email}`,
      );
      end();
    } catch (error) {
      const found = errorsOf(error);
      if (isDecided(error) || !isOpen()) toast.error(found.email ?? found.reason ?? found.refusal ?? unanswered);
      if (isDecided(error)) end();
      else refuse(found);
    }
    void queryClient.invalidateQueries({ queryKey: operationsKey });
  };

  // After a lost answer, the same input retries the credit and makes no second credit.
  const refusal = errors.refusal ?? (!busy && isRetry(body) ? unanswered : undefined);
  return {
    email,
    typeEmail: (text: string) => {
      setEmail(text);
      setErrors(({ reason: kept }) => (kept === undefined ? {} : { reason: kept }));
    },
    reason,
    explain: (text: string) => {
      setReason(text);
      setErrors(({ email: kept }) => (kept === undefined ? {} : { email: kept }));
    },
    submit: start,
    emailError: errors.email,
    reasonError: errors.reason,
    refusal,
    /** Counts the refused submissions, for the focus. */
    refusals,
    busy,
    isDone: () => done.current,
  };
}

function problemsOf({ email, reason }: { email: string; reason: string }): Errors | undefined {
  const errors = {
    ...(email === ''
      ? { email: 'Please enter the member’s email' }
      : canonicalEmail(email) === undefined && { email: 'Enter an email such as name@example.com' }),
    ...(reason === '' && { reason: reasonMissing }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

const unanswered = 'The server did not answer. You can safely try again.';

/** Errors about the member with the email. */
const memberCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'user_not_found',
  'account_frozen',
  'second_operator_required',
]);

/** Errors about money after a decision by another operator. */
const lineCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'line_not_found',
  'line_not_unallocated',
  'proposal_open',
]);

const isDecided = (error: unknown) => lineCodes.has(refusalCode(error));

function errorsOf(error: unknown): Errors {
  const { email, reason } = refusalFields(error);
  if (email !== undefined || reason !== undefined)
    return { ...(email !== undefined && { email }), ...(reason !== undefined && { reason }) };
  const sentence = isUnanswered(error) ? unanswered : refusalText(error, 'Failed to credit the money');
  return memberCodes.has(refusalCode(error)) ? { email: sentence } : { refusal: sentence };
}
