import { endpoints, type KeyScope, type NewApiKey } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { refusalFields, troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx';
import { KeyLimits } from './key-limits.tsx';
import { bodyOf, emptyKey, faultsFrom, faultsOf, type KeyDraft, type KeyFaults } from './read-key-form.ts';
import { ScopeChoice } from './scope-choice.tsx';

type KeyFormProps = { onMade: (made: NewApiKey) => void; onClose: () => void };

export function KeyForm({ onMade, onClose }: KeyFormProps) {
  const [draft, setDraft] = useState<KeyDraft>(emptyKey);
  const [faults, setFaults] = useState<KeyFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const show = (found: KeyFaults) => {
    setFaults(found);
    // React marks the faulty field in the next frame.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid] , [data-faulty] input')?.focus(),
    );
  };
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.makeKey, { body: bodyOf(draft) }),
    onDone: onMade,
    onFailed: (failure) => show(faultsFrom(refusalFields(failure))),
  });
  const change = (part: Partial<KeyDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };
  const submit = () => {
    const found = faultsOf(draft);
    if (Object.keys(found).length > 0) return show(found);
    run(undefined);
  };
  const hasFault = Object.values(faults).some((fault) => fault !== undefined);
  const { close, question } = useDiscardQuestion(draft, onClose);
  return (
    <Dialog open onOpenChange={close} title="Make an API key">
      <form
        ref={form}
        className="stack form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Name" help="For example the program that uses the key" error={faults.name}>
          <TextInput
            value={draft.name}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <ScopeChoice
          chosen={draft.scopes}
          fault={faults.scopes}
          onChange={(scopes: readonly KeyScope[]) => change({ scopes })}
        />
        <KeyLimits draft={draft} faults={faults} onChange={change} />
        {error && !hasFault && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            {busy ? 'Making...' : 'Make the key'}
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
