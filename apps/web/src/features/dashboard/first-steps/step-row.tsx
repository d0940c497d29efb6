import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { StepLine } from './step-line.tsx';
import type { Step } from './steps.ts';

type Props = { step: Step; user: User; onAddFunds: () => void };

export function StepRow({ step, user, onAddFunds }: Props) {
  const { name, state } = step;
  const look = { variant: state === 'next' ? 'primary' : 'secondary', size: 's' } as const;
  switch (name) {
    case 'account':
    case 'email':
      return name === 'account' || state === 'done' ? (
        <StepLine step={step} detail={user.email} />
      ) : (
        <ConfirmStep step={step} email={user.email} />
      );
    case 'money':
      return (
        <StepLine step={step} detail="By card at once, by bank in a day or two">
          <Button {...look} needsServer onClick={onAddFunds}>
            Add Funds
          </Button>
        </StepLine>
      );
    case 'payment':
      return (
        <StepLine step={step} detail="To anybody who has an email, or from one dollar on">
          <Link className={buttonClass(look)} to="/send">
            Send
          </Link>
          <Link className={buttonClass({ size: 's' })} to="/buy-crypto">
            Buy
          </Link>
        </StepLine>
      );
    case 'identity':
      return (
        <StepLine step={step} detail="Optional. It raises what you can send and withdraw">
          <Link className={buttonClass(look)} to="/kyc">
            Verify
          </Link>
        </StepLine>
      );
    case 'two-factor':
      return (
        <StepLine step={step} detail="Optional. A code from your phone for withdrawals">
          <Link className={buttonClass(look)} to="/profile" hash="security">
            Set up
          </Link>
        </StepLine>
      );
  }
}
