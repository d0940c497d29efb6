import { useState } from 'react';
import { PasswordStep } from './password-step.tsx';
import { ProveStep } from './prove-step.tsx';
import { ScanStep } from './scan-step.tsx';
import type { AppSecret } from './app-secret.ts';

type TurnOnProps = {
  onTurningOn: (underWay: boolean) => void;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export function TurnOn({ onTurningOn, onTurnedOn, onClose }: TurnOnProps) {
  const [secret, setSecret] = useState<AppSecret>();
  const [scanned, setScanned] = useState(false);
  if (!secret) return <PasswordStep onSecret={setSecret} onClose={onClose} />;
  if (!scanned) return <ScanStep secret={secret} onScanned={() => setScanned(true)} onClose={onClose} />;
  return <ProveStep onTurningOn={onTurningOn} onTurnedOn={onTurnedOn} onBack={() => setScanned(false)} />;
}
