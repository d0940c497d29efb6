import { endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeBar } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';

/** Explains that the page verifies a new name. The member can cancel and keep the verified name. */
export function NewName({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const { run, busy } = useCommand({
    call: () => api.call(endpoints.cancelNameChange, {}),
    onDone: () => {
      toast.success('You keep your verified name');
      void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
      queryClient.removeQueries({ queryKey: kycDraftQuery.queryKey });
    },
    onFailed: (error) => toast.error(refusalText(error, 'Failed to keep your name')),
  });
  return (
    <NoticeBar
      icon={IdCard}
      action={
        <Button size="s" busy={busy} onClick={() => run(undefined)}>
          Keep my name
        </Button>
      }
    >
      <b>Checking your new name: {name}.</b> Until we approve it, your account keeps its verified name and its limits.
    </NoticeBar>
  );
}
