import { endpoints } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { isNotOffered } from '../../api/not-offered.ts';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { MailPreview } from './mail-preview.tsx';
import type { Asked } from './asked.ts';
import { emailProblem } from './typed-fields.ts';

type Shared = { name: string; email: string; link: string; asked: Asked | undefined };
type ShareByMailDialogProps = Shared & { open: boolean; onClose: () => void };

/** Mails the payment link to a recipient, after a preview of the mail. */
export function ShareByMailDialog({ open, onClose, ...shared }: ShareByMailDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(shown) => !shown && onClose()} title="Share via Email">
      <ShareByMailForm {...shared} onDone={onClose} />
    </Dialog>
  );
}

function ShareByMailForm({ onDone, ...shared }: Shared & { onDone: () => void }) {
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, busy, error, reset } = useCommand<string, void>({
    call: (email) => api.call(endpoints.sharePaymentLink, { body: bodyOf(email, shared.asked) }),
    onDone: (_, email) => {
      toast.success(`Mail sent to ${email}`);
      onDone();
    },
    onFailed: (failure) => {
      if (!isNotOffered(failure)) return;
      toast.info('Email functionality coming soon!');
      onDone();
    },
  });
  const { email: named } = refusalFields(error);
  const submit = () => {
    const found = to.trim() === '' ? 'Please enter an email' : emailProblem(to);
    setProblem(found);
    if (found === undefined) run(to.trim());
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ConfirmEmailFirst to="share your link by email" />
      <Field label="Recipient email" error={problem ?? named}>
        <TextInput
          type="email"
          placeholder="name@example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={to}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setProblem(undefined);
            reset();
          }}
        />
      </Field>
      <MailPreview {...shared} />
      {error && !named && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusalText(error, 'The server did not answer. The mail may have been sent.')}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Sending...' : 'Send mail'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

const bodyOf = (email: string, asked: Asked | undefined) => ({
  email,
  ...(asked && {
    amount: toDecimal(asked.amount),
    currency: asked.amount.asset,
    ...(asked.note && { note: asked.note }),
  }),
});
