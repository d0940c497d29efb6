import { noteMaximum, type PaymentRequest } from '@florin/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { RequestLinkDialog } from './request-link-dialog.tsx';
import { useRequestForm, type RequestForm } from './use-request-form.ts';
import styles from './receive.module.css';

export function RequestMoney() {
  const [linked, setLinked] = useState<PaymentRequest>();
  const form = useRequestForm((request) => {
    if (!request.recipient) setLinked(request);
  });
  const ref = useFirstErrorFocus(form.refusals);
  return (
    <>
      <form
        ref={ref}
        className={`sheet ${styles.request}`}
        aria-labelledby="request-money"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.busy) form.submit();
        }}
      >
        <h2 id="request-money">Request Money</h2>
        <ConfirmEmailFirst to="request money" />
        <RequestFieldset form={form} />
        <Button type="submit" variant="primary" size="l" block busy={form.busy} needsServer>
          {form.busy ? 'Processing...' : 'Send Payment Request'}
        </Button>
        <p className="help">
          <span>Without a recipient you get a link to share.</span>
        </p>
      </form>
      <RequestLinkDialog request={linked} onClose={() => setLinked(undefined)} />
    </>
  );
}

function RequestFieldset({ form }: { form: RequestForm }) {
  const { fields, errors, change } = form;
  return (
    <>
      <Field label="Recipient email" end="Optional" error={errors.recipient}>
        <TextInput
          name="recipient_email"
          type="email"
          placeholder="name@example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.recipient}
          onChange={(event) => change({ recipient: event.currentTarget.value })}
        />
      </Field>
      <AmountField
        label="Amount"
        name="amount"
        asset={fields.currency}
        value={fields.amount}
        onChange={(amount) => change({ amount })}
        onCurrencyChange={(currency) => change({ currency })}
        error={errors.amount}
      />
      <Field label="Note" error={errors.note}>
        <TextArea
          name="note"
          placeholder="What is it for?"
          maxLength={noteMaximum}
          value={fields.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
