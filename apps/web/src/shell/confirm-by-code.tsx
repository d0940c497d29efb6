import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../api/client.ts';
import { isPasskeyDeclined, passkeysWork, stepUpByPasskey } from '../api/passkeys.ts';
import { troubleText } from '../api/refusal-text.ts';
import { settleStepUp } from '../api/step-up.ts';
import { useCommand } from '../api/use-command.ts';
import { Button } from '../ui/button.tsx';
import { FactorField } from '../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor, type Factor } from '../wallet-ui/second-factor/factor.ts';

type ConfirmByCodeProps = {
  hasApp: boolean;
  hasPasskey: boolean;
  /** Returns to the passkey. For members without an authenticator app. */
  onLeaveCodes: () => void;
};

/** Confirms with an authenticator code or a recovery code. Offers a passkey instead, if the member has a passkey. */
export function ConfirmByCode({ hasApp, hasPasskey, onLeaveCodes }: ConfirmByCodeProps) {
  const [factor, setFactor] = useState<Factor>(hasApp ? noFactor : { way: 'recovery', code: '' });
  const [problem, setProblem] = useState<string>();
  const confirmation = useCommand({
    call: (show: () => Promise<unknown>) => show(),
    onDone: () => settleStepUp(true),
    onFailed: (error) => {
      setFactor({ ...factor, code: '' });
      setProblem(isPasskeyDeclined(error) ? 'No passkey was used' : troubleText(error));
    },
  });
  const show = (code: string) => confirmation.run(() => api.call(endpoints.stepUp, { body: { code } }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = problemOfFactor(factor);
    setProblem(wrong);
    if (wrong === undefined) show(factor.code);
  };
  const showPasskey = hasApp ? () => confirmation.run(stepUpByPasskey) : onLeaveCodes;
  return (
    <form noValidate onSubmit={submit}>
      <FactorField
        hasApp={hasApp}
        factor={factor}
        onChange={(typed) => {
          setFactor(typed);
          setProblem(undefined);
        }}
        error={problem}
        onComplete={(code) => !confirmation.busy && show(code)}
        onPasskey={hasPasskey && passkeysWork() ? showPasskey : undefined}
      />
      <div className="actions">
        <Button variant="primary" type="submit" busy={confirmation.busy}>
          {confirmation.busy ? 'Confirming...' : 'Confirm'}
        </Button>
        <Button onClick={() => settleStepUp(false)}>Cancel</Button>
      </div>
    </form>
  );
}
