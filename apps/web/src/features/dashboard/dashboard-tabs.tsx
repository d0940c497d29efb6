import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { preloads } from '../../ui/when-needed.tsx';
import { firstConversion } from './conversion.ts';
import { ConverterTab } from './converter-tab.tsx';
import { MoneyDialogs, type OpenMoneyDialog } from './money-dialogs.tsx';
import { WalletTab } from './wallet-tab.tsx';

type DashboardTab = 'wallet' | 'converter';

// Rule dashboard-16: the content above has its size by then.
const scrollDelayMs = 100;

const route = getRouteApi('/dashboard');

/** The tab is in the URL, so that the bar's shortcuts and a reload find it. */
export function DashboardTabs({ openDialog }: { openDialog: OpenMoneyDialog }) {
  const { tab, section, choose } = useTabOfUrl();
  // Held here, because only the chosen tab is mounted.
  const [conversion, setConversion] = useState(firstConversion);
  return (
    <section {...preloads(MoneyDialogs)} className="dash-tabs" ref={section} aria-label="Wallet and converter">
      <Tabs<DashboardTab>
        label="Wallet and converter"
        value={tab ?? 'wallet'}
        onChange={choose}
        tabs={[
          { value: 'wallet', label: 'Wallet', content: <WalletTab openDialog={openDialog} /> },
          {
            value: 'converter',
            label: 'Currency Converter',
            content: <ConverterTab conversion={conversion} onChange={setConversion} />,
          },
        ]}
      />
    </section>
  );
}

/** A tab that the address names is scrolled into view, but not one that was chosen here: that one is in view. */
function useTabOfUrl() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const section = useRef<HTMLElement>(null);
  const chosenHere = useRef(false);
  const revisited = useRevisits();

  useEffect(() => {
    if (tab === undefined || chosenHere.current) {
      chosenHere.current = false;
      return;
    }
    const timer = setTimeout(() => section.current?.scrollIntoView({ block: 'start' }), scrollDelayMs);
    return () => clearTimeout(timer);
  }, [tab, revisited]);

  const choose = (next: DashboardTab) => {
    chosenHere.current = true;
    void navigate({ search: { tab: next }, replace: true, resetScroll: false });
  };
  return { tab, section, choose };
}

/** Counts the links followed that lead to where we are already: the bar's shortcuts work again after scrolling away. */
function useRevisits(): number {
  const router = useRouter();
  const [revisits, setRevisits] = useState(0);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
        if (!hrefChanged) setRevisits((before) => before + 1);
      }),
    [router],
  );
  return revisits;
}
