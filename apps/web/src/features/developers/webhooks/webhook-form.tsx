import { endpoints, type EventType, type Webhook } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { webhooksQuery } from '../../../api/queries-of-developers.ts';
import { refusalFields, troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { TypeChoice } from './type-choice.tsx';

type WebhookFormProps = {
  /** The webhook to edit. Undefined adds one. */
  webhook?: Webhook;
  onAdded: (secret: string) => void;
  onClose: () => void;
};

export function WebhookForm({ webhook, onAdded, onClose }: WebhookFormProps) {
  const queryClient = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(webhook?.types ?? []);
  const [fault, setFault] = useState<string>();
  const input = useFocusOnMount<HTMLInputElement>();
  const { run, busy, error } = useCommand({
    call: async () => {
      const body = { url: url.trim(), description: description.trim(), types: [...types] };
      if (!webhook) return (await api.call(endpoints.addWebhook, { body })).secret;
      await api.call(endpoints.changeWebhook, { params: { id: webhook.id }, body });
      return undefined;
    },
    onDone: (secret) => {
      if (secret !== undefined) return onAdded(secret);
      void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      toast.success('Webhook changed');
      onClose();
    },
    onFailed: (failure) => {
      setFault(refusalFields(failure)['url']);
      input.current?.focus();
    },
  });
  const submit = () => {
    if (URL.canParse(url.trim())) return run(undefined);
    setFault('Enter an address that starts with https://.');
    input.current?.focus();
  };
  const { close, question } = useDiscardQuestion({ url, description, types }, onClose);
  return (
    <Dialog open onOpenChange={close} title={webhook ? 'Edit the webhook' : 'Add a webhook'}>
      <form
        className="stack form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Address" help="We send each event to it by POST" error={fault}>
          <TextInput
            ref={input}
            type="url"
            value={url}
            maxLength={2000}
            placeholder="https://"
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setUrl(currentTarget.value);
              setFault(undefined);
            }}
          />
        </Field>
        <Field label="Description" end="Optional">
          <TextInput
            value={description}
            maxLength={100}
            autoComplete="off"
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
        </Field>
        <TypeChoice chosen={types} onChange={setTypes} />
        {error && fault === undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            {busy ? 'Saving...' : webhook ? 'Save' : 'Add the webhook'}
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
