import type { FundingInstruction } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { inCurrency } from '../../../wallet-ui/bank-account/account-currency.ts';
import { CopyButton } from '../../../wallet-ui/copy-button.tsx';
import { CopyIconButton } from '../../../wallet-ui/copy-icon-button.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { TransferQr } from '../../../wallet-ui/qr/transfer-qr.tsx';
import { Loaded } from '../loaded.tsx';
import { BankTransferSkeleton } from './bank-transfer-skeleton.tsx';
import { DepositOutcome } from './deposit-outcome.tsx';
import { SimulateTransferForm } from './simulate-transfer-form.tsx';
import type { SimulatedTransfer } from './use-simulated-transfer.ts';
import styles from './bank-transfer.module.css';

type BankTransferProps = {
  query: UseQueryResult<FundingInstruction[]>;
  transfer: SimulatedTransfer;
  onClose: () => void;
};

/** Shows how to pay in by bank transfer. In the sandbox, it also simulates a transfer and shows its result. */
export function BankTransfer({ query, transfer, onClose }: BankTransferProps) {
  const { arrived, begin, edit, currency } = transfer;
  if (arrived)
    return <DepositOutcome {...arrived} source="Bank transfer" onClose={onClose} onMore={begin} onAgain={edit} />;
  return (
    <Loaded query={query} skeleton={<BankTransferSkeleton />} failure="Could not load the bank account">
      {(instructions) => {
        const instruction = instructions.find((each) => each.currency === currency);
        return instruction ? (
          <Instruction {...{ instruction, transfer, onClose }} />
        ) : (
          <OtherCurrencies currency={currency} offered={instructions.map((each) => each.currency)} />
        );
      }}
    </Loaded>
  );
}

type InstructionProps = { instruction: FundingInstruction; transfer: SimulatedTransfer; onClose: () => void };

function Instruction({ instruction, transfer, onClose }: InstructionProps) {
  const { holder, bank, account, reference, reference_printed: printed, qr, takes } = instruction;
  return (
    <>
      <p className="muted">
        Transfer {inCurrency[transfer.currency]} from your bank to this account. Use the reference, so that we know the
        money is yours.
      </p>
      <dl className={`sum ${styles.account}`}>
        <Detail name="Account holder" value={holder} copied={holder} />
        <Detail name="Bank" value={bank} copied={bank} />
        {account.map(({ label, value }) => (
          <Detail key={label} name={label} value={value} copied={withoutBlanks(value)} />
        ))}
        <div className={styles.reference}>
          <dt>Payment reference</dt>
          <dd>
            <span className={`figure ${styles.printed}`} translate="no">
              {printed}
            </span>
            <CopyButton text={withoutBlanks(reference)} what="reference" />
          </dd>
        </div>
      </dl>
      <Notice icon={TriangleAlert} tone="warn">
        <b>Always add the reference.</b> Without it, the money waits until we find its owner.
      </Notice>
      {qr !== null && (
        <TransferQr
          content={qr}
          label="QR code of the bank account and your reference"
          hint="It fills in the account and the reference. You enter the amount."
        />
      )}
      <p className={`small muted ${styles.takes}`}>
        {takes}. <span className="no-wrap">No fee.</span>
      </p>
      {instruction.can_simulate ? (
        <SimulateTransferForm transfer={transfer} onClose={onClose} />
      ) : (
        <div className="actions">
          <Button onClick={onClose}>Done</Button>
        </div>
      )}
    </>
  );
}

/** Banks print the numbers in groups, but some of their forms accept them only without blanks. */
const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');

/** Browsers must not translate the value, because the payer copies it. */
function Detail({ name, value, copied }: { name: string; value: string; copied: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>
        <span translate="no">{value}</span>
        <CopyIconButton text={copied} label={`Copy ${nameInSentence(name)}`} className={styles.copy} />
      </dd>
    </div>
  );
}

/** Returns `account number` for `Account number`, and `IBAN` for `IBAN`. */
const nameInSentence = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

function OtherCurrencies({ currency, offered }: { currency: FiatCode; offered: readonly FiatCode[] }) {
  const wallets = offered.map((code) => currencyName[code]);
  return (
    <EmptyState title={`You cannot transfer to your ${currencyName[currency]} wallet yet.`}>
      {wallets.length > 0 && `Bank transfers go to your ${wallets.join(' or ')} wallet.`}
    </EmptyState>
  );
}
