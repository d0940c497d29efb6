import { endpoints, type Approval, type BodyOf } from '@florin/contract';
import { api } from '../../../api/client.ts';
import { isPasskeyDeclined } from '../../../api/passkeys.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useSession } from '../../../api/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { PasswordForm } from '../../../wallet-ui/password-form.tsx';
import { ApproveByFactor } from './approve-by-factor.tsx';
import { approvedText, proposedText, totalText } from './approval-words.ts';
import { useDecision } from './use-decision.ts';

type ApproveDialogProps = { approval: Approval; onClose: () => void };

/** Asks for the factor that confirms exactly this approval, and sends it in the same call. */
export function ApproveDialog({ approval, onClose }: ApproveDialogProps) {
  const { user } = useSession();
  const { id, title } = approval;
  const { run, busy, error } = useDecision({
    call: async (confirm: () => Promise<BodyOf<typeof endpoints.approve>>) =>
      api.call(endpoints.approve, { params: { id }, body: await confirm() }),
    onDone: (decided) => {
      if (decided.state === 'failed') toast.error(`${title} could not be paid. ${decided.reason ?? ''}`);
      else toast.success(approvedText(decided));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Approve ${title}?`}
      description={`${effectOf(approval)} ${proposedText(approval)}`}
    >
      {user?.has_factor ? (
        <ApproveByFactor
          hasApp={user.two_factor}
          busy={busy}
          problem={error ? factorProblem(error) : undefined}
          onConfirm={run}
          onCancel={onClose}
        />
      ) : (
        <PasswordForm
          command={{ run: (password) => run(() => Promise.resolve({ password })), busy, error }}
          action="Approve"
          busyText="Approving..."
          leave={{ label: 'Cancel', onClick: onClose }}
        />
      )}
    </Dialog>
  );
}

function effectOf({ kind, payment }: Approval): string {
  if (payment) return `${totalText(payment)} leaves the wallet.`;
  return kind === 'batch' ? 'Every row of the file is paid.' : 'The new rules apply to all payments.';
}

const factorProblem = (error: Error) => (isPasskeyDeclined(error) ? 'No passkey was used' : troubleText(error));
