import { useState } from 'react';
import { PasswordStep } from './password-step.tsx';
import { ProveStep } from './prove-step.tsx';
import { ScanStep } from './scan-step.tsx';
import type { AppSecret } from './app-secret.ts';

type TurnOnProps = { onTurnedOn: (recoveryCodes: readonly string[]) => void; onClose: () => void };

export function TurnOn({ onTurnedOn, onClose }: TurnOnProps) {
  const [secret, setSecret] = useState<AppSecret>();
  const [scanned, setScanned] = useState(false);
  if (!secret) return <PasswordStep onSecret={setSecret} onClose={onClose} />;
  if (!scanned) return <ScanStep secret={secret} onScanned={() => setScanned(true)} onClose={onClose} />;
  return <ProveStep onTurnedOn={onTurnedOn} onBack={() => setScanned(false)} />;
}
