import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../../../api/client.ts';
import { troubleText } from '../../../../api/refusal-text.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { Button } from '../../../../ui/button.tsx';
import { CodeInput } from '../../../../ui/code-input.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useFocusOnMount } from '../../../../ui/use-focus-on-mount.ts';
import { problemOfFactor } from '../../../../wallet-ui/second-factor/factor.ts';
import { useRefreshSecurity } from '../use-refresh-security.ts';
import { brandName } from '../../../../ui/brand.ts';

type ProveStepProps = {
  onTurningOn: (underWay: boolean) => void;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onBack: () => void;
};

/** Turns on two-factor authentication with a first valid code from the app. */
export function ProveStep({ onTurningOn, onTurnedOn, onBack }: ProveStepProps) {
  const [code, setCode] = useState('');
  const field = useFocusOnMount<HTMLInputElement>();
  const [problem, setProblem] = useState<string>();
  const refresh = useRefreshSecurity();
  const { run, busy } = useCommand({
    call: (shown: string) => {
      onTurningOn(true);
      return api.call(endpoints.turnOnTwoFactor, { body: { code: shown } });
    },
    onDone: ({ recovery_codes }) => onTurnedOn(recovery_codes),
    onFailed: (error) => {
      setCode('');
      setProblem(troubleText(error));
    },
    onSettled: () => {
      refresh(); // Also after a failure, because the answer may be lost although two-factor authentication is on.
      onTurningOn(false);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = problemOfFactor({ way: 'app', code });
    setProblem(wrong);
    if (wrong === undefined && !busy) run(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <p className="small muted space-below-4">Step 2 of 3</p>
      <Field label="Six-digit code" error={problem} help={`The code your app shows for ${brandName}`}>
        <CodeInput
          ref={field}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setProblem(undefined);
          }}
          onComplete={(digits) => !busy && run(digits)}
        />
      </Field>
      <div className="actions">
        <Button variant="primary" type="submit" busy={busy}>
          {busy ? 'Turning on...' : 'Turn on'}
        </Button>
        <Button disabled={busy} onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
