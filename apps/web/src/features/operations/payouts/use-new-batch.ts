import { endpoints, type PayoutDesk, type PayoutScheme } from '@florin/contract';
import { add, zero, type Amount, type FiatCode } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import { refusalCode } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';
import { actErrorText } from '../act-dialog.tsx';
import { operationsKey } from '../operations-queries.ts';
import { headingOf } from '../section.tsx';

export type ReadyPayout = PayoutDesk['ready'][number];

/** The state of a new batch. Drops selections that a reload of the list made impossible. */
export function useNewBatch({ ready, accounts }: PayoutDesk) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<Wanted>({});
  const currencies = [...new Set(ready.map(({ currency }) => currency))];
  const currency = currencies.find((each) => each === wanted.currency) ?? currencies[0];
  const rows = ready.filter((payout) => payout.currency === currency);
  const selectable = rows.filter(isSelectable);
  const selected = selectable.filter(({ id }) => chosen.has(id));
  const payers = accounts.filter((account) => account.currency === currency && account.schemes.length > 0);
  const account = payers.find(({ id }) => id === wanted.account) ?? payers[0];
  const missing = accounts.find((each) => each.currency === currency && each.missing !== null)?.missing ?? null;
  const scheme = account?.schemes.find((each) => each === wanted.scheme) ?? account?.schemes[0];
  const { run, busy, error, reset } = useCommand({
    call: (body: { account: string; scheme: PayoutScheme; payouts: string[] }) =>
      api.call(endpoints.makeBatch, { body }),
    onDone: ({ batch }) => {
      setChosen(new Set());
      toast.success(`Batch ${batch.number} made. A second operator must approve it`);
      headingOf('payouts-batches')?.focus(); // the form disappears with the last payout
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
  const choose = (ids: ReadonlySet<string>) => {
    reset();
    setChosen(ids);
  };
  return {
    currencies,
    currency,
    rows,
    selectable,
    selected,
    payers,
    account,
    scheme,
    /** The missing settings for payouts in this currency. */
    missing,
    busy,
    trouble: error === null ? undefined : troubleOf(error),
    sum: currency && sumOf(currency, selected),
    isSelected: ({ id }: ReadyPayout) => chosen.has(id),
    want: (next: Wanted) => {
      reset();
      setWanted((current) => ({ ...current, ...next }));
    },
    select: ({ id }: ReadyPayout, on: boolean) => {
      const rest = [...chosen].filter((each) => each !== id);
      choose(new Set(on ? [...rest, id] : rest));
    },
    selectAll: (on: boolean) => choose(new Set(on ? selectable.map(({ id }) => id) : [])),
    make: () => {
      if (account && scheme && selected.length > 0)
        run({ account: account.id, scheme, payouts: selected.map(({ id }) => id) });
    },
  };
}

export type NewBatch = ReturnType<typeof useNewBatch>;

type Wanted = { readonly currency?: FiatCode; readonly account?: string; readonly scheme?: PayoutScheme };

export const isOwn = ({ signs }: ReadyPayout): boolean => signs.includes('Your own');
/** Operators cannot pay their own withdrawals. A name on a sanctions list needs a decision first. */
export const isSelectable = (payout: ReadyPayout): boolean => !isOwn(payout) && !payout.on_list;
export const isFrozen = ({ signs }: ReadyPayout): boolean => signs.includes('Frozen');

const sumOf = (currency: FiatCode, payouts: readonly ReadyPayout[]): Amount =>
  payouts.reduce((sum, { amount_exact: exact }) => add(sum, fromExact(currency, exact)), zero<FiatCode>(currency));

/** The list reloads after each try, so the text does not ask for a reload. */
const troubleOf = (error: Error): string =>
  refusalCode(error) === 'payout_not_ready'
    ? 'A payout was canceled or is in another batch. The list was loaded again: check the selection and try again.'
    : actErrorText(error);
