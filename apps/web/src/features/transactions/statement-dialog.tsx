import { endpoints } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { serverDate } from '../../api/server-time.ts';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { monthName, monthOf, monthsBetween } from '../../wallet-ui/months.ts';
import { useDownload } from '../../wallet-ui/use-download.ts';
import { firstTransactionQuery } from './statement-months.ts';

type StatementDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The date of the oldest loaded transaction. */
  oldestKnown: string | undefined;
};

export function StatementDialog({ open, onClose, oldestKnown }: StatementDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Statement (PDF)"
      description="All transactions of one month (UTC), with opening and closing balance."
    >
      <StatementForm oldestKnown={oldestKnown} onSaved={onClose} />
    </Dialog>
  );
}

function StatementForm({ oldestKnown, onSaved }: { oldestKnown: string | undefined; onSaved: () => void }) {
  const first = useQuery(firstTransactionQuery);
  const [current] = useState(() => monthOf(serverDate().toISOString()));
  const months = monthsBetween(monthOf(first.data ?? oldestKnown ?? current), current);
  const [wallet, setWallet] = useState<FiatCode>('USD');
  const [chosen, setChosen] = useState<string>();
  // Preselect the last full month.
  const month = chosen ?? months[1] ?? current;
  const { start, running, error } = useStatement(wallet, month, onSaved);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Field label="Wallet">
        <Select value={wallet} onChange={(event) => setWallet(codeOf(event.currentTarget.value))}>
          {fiatCodes.map((code) => (
            <option key={code} value={code}>
              {currencyName[code]} ({code})
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Month" help={<MonthsHelp {...first} />}>
        <Select value={month} onChange={(event) => setChosen(event.currentTarget.value)}>
          {months.map((each) => (
            <option key={each} value={each}>
              {monthName(each)}
              {each === current && ', so far'}
            </option>
          ))}
        </Select>
      </Field>
      {error && (
        <div className="space-above-4">
          <Notice icon={TriangleAlert} tone="bad">
            {refusalText(error, 'The statement could not be downloaded. Please try again.')}
          </Notice>
        </div>
      )}
      <div className="actions">
        <Button variant="primary" type="submit" busy={running}>
          {running ? 'Downloading...' : 'Download statement'}
        </Button>
      </div>
    </form>
  );
}

const codeOf = (value: string) => fiatCodes.find((code) => code === value) ?? 'USD';

/** Shows that earlier months are still loading, or failed to load. */
function MonthsHelp({ isFetching, isError, refetch }: Pick<FirstTransaction, 'isFetching' | 'isError' | 'refetch'>) {
  if (isFetching) return <>Loading earlier months…</>;
  if (!isError) return null;
  return (
    <>
      Could not load earlier months.{' '}
      <button type="button" className="link" onClick={() => void refetch()}>
        Retry
      </button>
    </>
  );
}

type FirstTransaction = ReturnType<typeof useQuery<string | null>>;

const useStatement = (wallet: FiatCode, month: string, onSaved: () => void) =>
  useDownload({
    open: (signal) => api.open(endpoints.getStatement, { params: { wallet, month } }, { signal }),
    fileName: () => `florin-statement-${wallet}-${month}.pdf`,
    onSaved: () => {
      toast.success('Statement downloaded');
      onSaved();
    },
  });
