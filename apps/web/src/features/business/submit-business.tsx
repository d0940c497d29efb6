import { endpoints, type OwnBusiness } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { api } from '../../api/client.ts';
import { ownBusinessQuery } from '../../api/queries-of-businesses.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';

/** Sends the business to the operators. */
export function SubmitBusiness({ business }: { business: OwnBusiness }) {
  const queryClient = useQueryClient();
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.submitBusiness),
    onDone: (submitted) => {
      queryClient.setQueryData(ownBusinessQuery.queryKey, submitted);
      toast.success('Submitted for verification');
    },
    // The state may have changed elsewhere.
    onFailed: () => void queryClient.invalidateQueries({ queryKey: ownBusinessQuery.queryKey }),
  });
  const isComplete = business.files.some(({ kind }) => kind === 'registration');
  return (
    <div>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button
          variant="primary"
          size="l"
          busy={busy}
          needsServer
          reason={isComplete ? undefined : 'Upload the registration document first.'}
          onClick={() => run(undefined)}
        >
          {business.state === 'needs_more' ? 'Submit again' : 'Submit for verification'}
        </Button>
      </div>
    </div>
  );
}
