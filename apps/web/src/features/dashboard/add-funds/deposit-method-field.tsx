import type { PaymentMethod } from '@florin/contract';
import { MethodField } from '../money-dialog/method-field.tsx';
import type { SandboxOffer } from '../money-dialog/sandbox-methods.tsx';
import type { Deposit } from './use-deposit.ts';

const offer: SandboxOffer = {
  title: 'Add a sandbox card or bank account',
  tokens: ['tok_visa', 'tok_mastercard', 'tok_declined', 'tok_bank'],
};

type DepositMethodFieldProps = {
  deposit: Deposit;
  methods: readonly PaymentMethod[];
  error: string | undefined;
};

export function DepositMethodField({ deposit: { fields, change }, methods, error }: DepositMethodFieldProps) {
  return (
    <MethodField
      label="Payment method"
      methods={methods}
      value={fields.method?.id}
      onChange={(methodId) => change({ methodId })}
      error={error}
      offer={offer}
    />
  );
}
