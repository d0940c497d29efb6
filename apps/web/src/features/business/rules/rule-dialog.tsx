import type { PaymentRule } from '@florin/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx';
import { draftOf, readDraft, type RuleErrors } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

type RuleDialogProps = {
  /** The rule to change. Undefined for a new rule. */
  rule: PaymentRule | undefined;
  name: string;
  onKeep: (rule: PaymentRule) => void;
  onClose: () => void;
};

/** Adds or changes one rule. Changes apply only after the person saves all rules. */
export function RuleDialog({ rule, name, onKeep, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(rule));
  const [errors, setErrors] = useState<RuleErrors>({});
  const { close, question } = useDiscardQuestion(draft, onClose);
  const submit = () => {
    const read = readDraft(name, draft);
    if ('errors' in read) return setErrors(read.errors);
    onKeep(read.rule);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={rule ? 'Change the rule' : 'Add a rule'}
      description="The rule applies to payments that meet all of its conditions. Empty fields are no condition."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RuleFields
          draft={draft}
          errors={errors}
          onChange={(part) => {
            setDraft({ ...draft, ...part });
            setErrors({});
          }}
        />
        <div className="actions">
          <Button type="submit" variant="primary">
            {rule ? 'Change' : 'Add'}
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
