import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../api/client.ts';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useSendPhoneCode } from './use-send-phone-code.ts';
import { useShowMember } from './use-show-member.ts';

/** Confirms the phone number with the texted code. Submits the code on its sixth digit. */
export function ConfirmPhoneDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  const show = useShowMember();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSentAgain, setIsSentAgain] = useState(false);
  const again = useSendPhoneCode(() => {
    setIsSentAgain(true);
    setProblem(undefined);
  });
  const confirmation = useCommand({
    call: (digits: string) => api.call(endpoints.confirmPhone, { body: { code: digits } }),
    onDone: (user) => {
      show(user);
      toast.success('Phone number confirmed');
      onClose();
    },
    onFailed: (error) => {
      setCode('');
      setProblem(refusalFields(error)['code'] ?? troubleText(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.length === 6) confirmation.run(code);
    else setProblem('Enter the six digits we texted you');
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Confirm your phone number"
      description={`We texted a six-digit code to ${phone}. It works for 10 minutes.`}
    >
      <form noValidate onSubmit={submit}>
        <Field
          label="Text message code"
          error={problem ?? (again.error ? troubleText(again.error) : undefined)}
          help={
            isSentAgain && problem === undefined ? 'We sent a new code. The earlier code no longer works.' : undefined
          }
        >
          <CodeInput
            value={code}
            onChange={(digits) => {
              setCode(digits);
              setProblem(undefined);
            }}
            onComplete={(digits) => !confirmation.busy && confirmation.run(digits)}
          />
        </Field>
        <div className="actions">
          <Button variant="primary" type="submit" busy={confirmation.busy}>
            {confirmation.busy ? 'Confirming...' : 'Confirm'}
          </Button>
          <Button busy={again.busy} onClick={again.send}>
            Send a new code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
