import { endpoints, type Webhook } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { webhooksQuery } from '../../../api/queries-of-developers.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

type ReplaySinceProps = { webhook: Webhook; onClose: () => void };

/** Redelivers all events since a given time. */
export function ReplaySince({ webhook: { id, url }, onClose }: ReplaySinceProps) {
  const queryClient = useQueryClient();
  const [since, setSince] = useState('');
  const [fault, setFault] = useState<string>();
  const { run, busy, error } = useCommand({
    call: (moment: Date) => api.call(endpoints.replayEvents, { params: { id }, body: { since: moment.toISOString() } }),
    onDone: ({ deliveries }) => {
      toast.success(deliveries === 1 ? '1 event is delivered again' : `${deliveries} events are delivered again`);
      void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onClose();
    },
  });
  const submit = () => {
    const moment = new Date(since);
    if (!Number.isNaN(moment.getTime())) return run(moment);
    setFault('Choose a day and a time.');
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Replay events"
      description={`${url} gets all events since this moment again, with the same ids.`}
    >
      <form
        className="stack form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Since" error={fault}>
          <TextInput
            type="datetime-local"
            value={since}
            onChange={({ currentTarget }) => {
              setSince(currentTarget.value);
              setFault(undefined);
            }}
          />
        </Field>
        {error && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            {busy ? 'Starting...' : 'Replay events'}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
