import { Check } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { steps, type Step } from './form-rules.ts';

export function Stepper({ at }: { at: Step }) {
  const position = steps.indexOf(at);
  return (
    <ol className="stepper" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < position ? 'done' : undefined}
          aria-current={index === position ? 'step' : undefined}
        >
          {index < position ? <Icon as={Check} size={16} /> : <span>{index + 1}</span>}
          <b>{kycItemName[step]}</b>
          {index < position && <span className="sr">, done</span>}
        </li>
      ))}
    </ol>
  );
}
