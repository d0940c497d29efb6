import type { FiatCode } from '@florin/money';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { loadOnDemand } from '../../ui/load-on-demand.tsx';
import type { MoneyDialog, Opened } from './money-dialog/opened.ts';

export type OpenMoneyDialog = (dialog: MoneyDialog, currency: FiatCode) => void;

/** Tracks which of the three dialogs is open, and for which wallet. */
export function useMoneyDialogs() {
  /** Undefined until the first dialog opens. */
  const [opened, setOpened] = useState<Opened>();
  const openDialog = useCallback<OpenMoneyDialog>(
    (dialog, currency) => setOpened({ dialog, currency, open: true }),
    [],
  );
  const close = () => setOpened((before) => before && { ...before, open: false });
  return { opened, openDialog, close };
}

/** Opens Add Funds for a link such as `/dashboard?add=EUR`, then removes `add` from the URL. */
export function useDepositFromUrl(openDialog: OpenMoneyDialog) {
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (add === undefined) return;
    openDialog('add-funds', add);
    void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
  }, [add, openDialog, navigate]);
}

const route = getRouteApi('/dashboard');

/** The three dialogs. The code of the dialogs loads when the first dialog opens. */
export const MoneyDialogs = loadOnDemand(() =>
  import('./all-money-dialogs.tsx').then((loaded) => loaded.AllMoneyDialogs),
);
