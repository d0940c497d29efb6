import { endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { refusalFields } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFirstErrorFocus } from '../../../ui/use-first-error-focus.ts';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { actErrorText } from '../act-dialog.tsx';
import { operationsKey } from '../operations-queries.ts';
import { bankDayText } from './bank-day.ts';

/** Days of the bank, such as `2026-11-27`. */
export type Days = {
  /** The last closed day. */
  readonly last: string | null;
  /** The proposed day. */
  readonly next: string;
  readonly today: string;
};

type CloseDayDialogProps = {
  days: Days;
  open: boolean;
  onClose: () => void;
  /** Returns the element to focus afterwards, because the button may be disabled. */
  focusWhenDone: () => HTMLElement | null;
};

/** Asks for the day to close, with the likely next day filled in. */
export function CloseDayDialog({ days, open, onClose, focusWhenDone }: CloseDayDialogProps) {
  const closing = useClosing(days, useIsOpen(open), onClose);
  const leave = () => {
    closing.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && leave()}
      title="Close a day"
      description="Each bank account gets a report with its balances, lines, open items and statement files."
      returnFocusTo={() => (closing.isDone() ? focusWhenDone() : undefined)}
    >
      <ClosingForm days={days} closing={closing} onLeave={leave} />
    </Dialog>
  );
}

type Closing = ReturnType<typeof useClosing>;

function useClosing({ last, next, today }: Days, isOpen: () => boolean, onClose: () => void) {
  const queryClient = useQueryClient();
  const [day, setDay] = useState(next);
  const [problem, setProblem] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const done = useRef(false);
  const { run, busy, error, reset } = useCommand({
    call: (chosen: string) => api.call(endpoints.closeBankDay, { body: { day: chosen } }),
    onDone: ({ reports }, chosen) => {
      done.current = true;
      toast.success(
        `${bankDayText(chosen)} closed, ${reports.length === 1 ? '1 report' : `${reports.length} reports`}`,
      );
      if (isOpen()) onClose();
    },
    onFailed: (failure) => {
      if (!isOpen()) toast.error(actErrorText(failure));
      setRefusals((before) => before + 1);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
  const submit = () => {
    const found = problemOf(day, { last, today });
    setProblem(found);
    if (found === undefined) run(day);
    else setRefusals((before) => before + 1);
  };
  const fieldError = problem ?? refusalFields(error)['day'];
  return {
    day,
    type: (text: string) => {
      reset();
      setProblem(undefined);
      setDay(text);
    },
    submit,
    busy,
    reset,
    refusals,
    fieldError,
    error: error !== null && fieldError === undefined ? actErrorText(error) : undefined,
    isDone: () => done.current,
  };
}

function problemOf(day: string, { last, today }: Pick<Days, 'last' | 'today'>): string | undefined {
  if (day === '') return 'Please enter a day';
  if (day > today) return 'This day is still to come';
  return last !== null && day <= last ? `${bankDayText(last)} is closed already. Choose a later day` : undefined;
}

type ClosingFormProps = { days: Days; closing: Closing; onLeave: () => void };

function ClosingForm({ days: { last, today }, closing, onLeave }: ClosingFormProps) {
  const form = useFirstErrorFocus(closing.refusals);
  const day = useFocusOnMount<HTMLInputElement>();
  const { busy } = closing;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        closing.submit();
      }}
    >
      <Field
        label="Day"
        help={
          last === null
            ? 'All earlier days are in the same report.'
            : `Days after ${bankDayText(last)} are in the same report.`
        }
        error={closing.fieldError}
      >
        <TextInput
          ref={day}
          type="date"
          value={closing.day}
          max={today}
          onChange={({ currentTarget }) => closing.type(currentTarget.value)}
        />
      </Field>
      <Notice icon={ScrollText}>
        <b>A closed day stays closed.</b> A statement that comes later appears on the next report as late.
      </Notice>
      {closing.error !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {closing.error}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Processing...' : 'Close the day'}
        </Button>
        <Button disabled={busy} onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
