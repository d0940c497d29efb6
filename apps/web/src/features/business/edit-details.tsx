import { endpoints, type BusinessDetails } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { api } from '../../api/client.ts';
import { ownBusinessQuery } from '../../api/queries-of-businesses.ts';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { useLeaveQuestion } from '../../wallet-ui/use-leave-question.tsx';
import { DetailsFields } from './details-fields.tsx';
import { typedIn, useDetailsForm } from './use-details-form.ts';
import styles from './business.module.css';

export function EditDetails({ details, onClose }: { details: BusinessDetails; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useDetailsForm(details);
  const ref = useFirstErrorFocus(form.refusals);
  const { run, busy, error } = useCommand({
    call: (body: BusinessDetails) => api.call(endpoints.changeBusiness, { body }),
    onDone: (business) => {
      queryClient.setQueryData(ownBusinessQuery.queryKey, business);
      toast.success('Details saved');
      onClose();
    },
    onFailed: (failure) => form.showErrors(refusalFields(failure)),
  });
  const { isChanged, close, question } = useDiscardQuestion(typedIn(form.typed), onClose);
  const leaveQuestion = useLeaveQuestion(isChanged);
  return (
    <form
      ref={ref}
      className={styles.edit}
      aria-labelledby="details"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const checked = form.check();
        if (checked) run(checked);
      }}
    >
      <DetailsFields form={form} />
      {error && Object.keys(refusalFields(error)).length === 0 && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
      {question}
      {leaveQuestion}
    </form>
  );
}
