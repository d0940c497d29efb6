import type { PaymentMethod } from '@florin/contract';
import { everySandboxMethod } from '../../../wallet-ui/sandbox-methods.tsx';
import { MethodField } from '../money-dialog/method-field.tsx';
import type { Deposit } from './use-deposit.ts';

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
      offer={everySandboxMethod}
    />
  );
}
