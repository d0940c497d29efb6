import { endpoints } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type SyntheticEvent } from 'react';
import { api } from '../api/client.ts';
import { isPasskeyDeclined, passkeysWork, stepUpByPasskey } from '../api/passkeys.ts';
import { securityQuery } from '../api/queries.ts';
import { troubleText } from '../api/refusal-text.ts';
import { settleStepUp, stepUpAction, subscribeToStepUp } from '../api/step-up.ts';
import { useCommand } from '../api/use-command.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FactorField } from '../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor } from '../wallet-ui/second-factor/factor.ts';

/** The question itself. */
export function ConfirmIdentity() {
  const action = useSyncExternalStore(subscribeToStepUp, stepUpAction);
  const [factor, setFactor] = useState(noFactor);
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery(securityQuery);
  const confirmation = useCommand({
    call: (show: () => Promise<unknown>) => show(),
    onDone: () => settleStepUp(true),
    onFailed: (error) => {
      setFactor({ ...factor, code: '' });
      setProblem(troubleOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = problemOfFactor(factor);
    setProblem(wrong);
    if (wrong === undefined) confirmation.run(() => api.call(endpoints.stepUp, { body: { code: factor.code } }));
  };
  const hasPasskey = passkeysWork() && data !== undefined && data.passkeys.length > 0;
  return (
    <Dialog open onOpenChange={() => settleStepUp(false)} title="Confirm it is you" description={aboutText(action)}>
      <form noValidate onSubmit={submit}>
        <FactorField
          factor={factor}
          onChange={(typed) => {
            setFactor(typed);
            setProblem(undefined);
          }}
          error={problem}
          onPasskey={hasPasskey ? () => confirmation.run(stepUpByPasskey) : undefined}
        />
        <div className="actions">
          <Button variant="primary" type="submit" busy={confirmation.busy}>
            {confirmation.busy ? 'Confirming...' : 'Confirm'}
          </Button>
          <Button onClick={() => settleStepUp(false)}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

const aboutText = (action: string): string =>
  action === ''
    ? 'Two-factor authentication is on, and this asks for a fresh code of your authenticator app.'
    : `To ${action}, enter a fresh code of your authenticator app.`;

const troubleOf = (error: Error): string => (isPasskeyDeclined(error) ? 'No passkey was used' : troubleText(error));
