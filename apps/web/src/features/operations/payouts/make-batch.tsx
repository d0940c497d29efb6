import type { FiatCode } from '@florin/money';
import { Snowflake, TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { schemeWords, payoutsText } from './payout-words.ts';
import { isFrozen, type NewBatch } from './use-new-batch.ts';
import styles from './payouts.module.css';

/** The sum of the selected payouts, the account that pays, and the button. */
export function MakeBatch({ batch, currency }: { batch: NewBatch; currency: FiatCode }) {
  const { selected, sum, payers, account, scheme, busy, trouble } = batch;
  if (!account)
    return (
      <div className={styles.notice}>
        <Notice icon={TriangleAlert} tone="warn">
          <b>No account can pay {currency} by file.</b> {batch.missing ?? 'Name one in the file of FLORIN_CONFIG.'}
        </Notice>
      </div>
    );
  const frozen = selected.filter(isFrozen).length;
  return (
    <form
      className={styles.make}
      noValidate
      aria-label="New batch"
      onSubmit={(event) => {
        event.preventDefault();
        batch.make();
      }}
    >
      <output className={styles.selected}>
        <span className="small muted">{payoutsText(selected.length)} selected</span>
        <span className={styles.sum}>{sum && <AmountText amount={sum} />}</span>
      </output>
      <Field label="Pay from">
        <Select
          value={account.id}
          disabled={busy}
          onChange={({ currentTarget }) => batch.want({ account: currentTarget.value })}
        >
          {payers.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Scheme">
        <Select
          value={scheme}
          disabled={busy}
          onChange={({ currentTarget }) => {
            const next = account.schemes.find((each) => each === currentTarget.value);
            if (next) batch.want({ scheme: next });
          }}
        >
          {account.schemes.map((each) => (
            <option key={each} value={each}>
              {schemeWords[each]}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles.submit}>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          needsServer
          reason={selected.length === 0 ? 'Select a payout first.' : undefined}
        >
          {busy ? 'Processing...' : 'Make batch'}
        </Button>
      </div>
      {batch.missing !== null && <p className={`${styles.wide} small muted`}>{batch.missing}</p>}
      {frozen > 0 && (
        <div className={styles.wide}>
          <Notice icon={Snowflake} tone="warn">
            <b>{frozen === 1 ? '1 selected account is frozen.' : `${frozen} selected accounts are frozen.`}</b> Their
            withdrawals are paid only if you unfreeze the account before the approval.
          </Notice>
        </div>
      )}
      {trouble !== undefined && (
        <div className={styles.wide}>
          <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
            {trouble}
          </Notice>
        </div>
      )}
    </form>
  );
}
