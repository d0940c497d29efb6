import { endpoints, type ApiKey, type NewApiKey } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';

type RotateKeyProps = { apiKey: ApiKey; onRotated: (made: NewApiKey) => void; onClose: () => void };

export function RotateKey({ apiKey: { id, name }, onRotated, onClose }: RotateKeyProps) {
  const [hours, setHours] = useState('24');
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.rotateKey, { params: { id }, body: { grace_hours: Number(hours) } }),
    onDone: onRotated,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Replace the secret of ${name}?`}
      description="The key keeps its name, scopes and limits. Only the person who made it can replace its secret."
    >
      <Field label="Keep the present secret for">
        <Select value={hours} onChange={({ target }) => setHours(target.value)}>
          <option value="0">No time: it stops at once</option>
          <option value="1">1 hour</option>
          <option value="24">24 hours</option>
          <option value="168">7 days</option>
        </Select>
      </Field>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" busy={busy} needsServer onClick={() => run(undefined)}>
          {busy ? 'Replacing...' : 'Replace secret'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
