import { endpoints, type Approval } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { proposedText } from './approval-words.ts';
import { useDecision } from './use-decision.ts';

type RefuseDialogProps = { approval: Approval; onClose: () => void };

export function RefuseDialog({ approval, onClose }: RefuseDialogProps) {
  const { id, kind, title } = approval;
  const [reason, setReason] = useState('');
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const { run, busy, error } = useDecision({
    call: (given: string) =>
      api.call(endpoints.refuse, { params: { id }, body: given === '' ? {} : { reason: given } }),
    onDone: () => {
      toast.success(`Refused: ${title}`);
      onClose();
    },
  });
  const { close, question } = useDiscardQuestion(reason, onClose);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Refuse ${title}?`}
      description={`${effects[kind]} ${proposedText(approval)}`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run(reason.trim());
        }}
      >
        <div className="stack form-stack">
          <Field label="Reason" end="Optional" help="All people in the business can read it.">
            <TextArea
              ref={field}
              rows={3}
              maxLength={300}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </Field>
          {error && (
            <Notice icon={TriangleAlert} tone="bad">
              {troubleText(error)}
            </Notice>
          )}
        </div>
        <div className="actions">
          <Button type="submit" variant="danger" busy={busy} needsServer>
            {busy ? 'Refusing...' : 'Refuse'}
          </Button>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}

const effects: Readonly<Record<Approval['kind'], string>> = {
  payment: 'The money is available again.',
  batch: 'Nothing is paid. The file can be started again.',
  rules: 'The current rules stay.',
};
