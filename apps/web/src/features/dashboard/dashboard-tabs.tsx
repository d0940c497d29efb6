import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { loadOnDemand, preloadHandlers } from '../../ui/load-on-demand.tsx';
import type { Conversion } from './conversion.ts';
import { MoneyDialogs, type OpenMoneyDialog } from './money-dialogs.tsx';
import { WalletTab } from './wallet-tab.tsx';
import styles from './dashboard.module.css';

type DashboardTab = 'wallet' | 'converter';

// Rule dashboard-16: content above the tabs gets its size before the scroll.
const scrollDelayMs = 100;

const ConverterTab = loadOnDemand(() => import('./converter-tab.tsx').then((loaded) => loaded.ConverterTab));

const route = getRouteApi('/dashboard');

/** Shows the Wallet and Converter tabs. The URL holds the tab, so shortcuts and reloads open the same tab. */
export function DashboardTabs({ openDialog }: { openDialog: OpenMoneyDialog }) {
  const { tab, section, choose } = useTabFromUrl();
  // Only the selected tab is mounted, so the conversion's state lives here.
  const [conversion, setConversion] = useState<Conversion>();
  return (
    <section
      {...preloadHandlers({ preload: preloadLaterParts })}
      className={styles.tabs}
      ref={section}
      aria-label="Wallet and converter"
    >
      <Tabs<DashboardTab>
        label="Wallet and converter"
        value={tab ?? 'wallet'}
        onChange={choose}
        tabs={[
          { value: 'wallet', label: 'Wallet', content: <WalletTab openDialog={openDialog} /> },
          {
            value: 'converter',
            label: 'Currency Converter',
            content: <Converter conversion={conversion} onChange={setConversion} />,
          },
        ]}
      />
    </section>
  );
}

function preloadLaterParts() {
  MoneyDialogs.preload();
  ConverterTab.preload();
}

/** Leaves space while the code loads, so a scroll to the tab does not end early. */
function Converter(props: ComponentProps<typeof ConverterTab>) {
  const isLoaded = ConverterTab.useLoaded(true) !== undefined;
  return isLoaded ? <ConverterTab {...props} /> : <div className={styles.converterLoading} aria-busy />;
}

/** Reads the tab from the URL and scrolls it into view. A tab that was clicked here is already in view. */
function useTabFromUrl() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const section = useRef<HTMLElement>(null);
  const wasClicked = useRef(false);
  const revisits = useRevisits();

  useEffect(() => {
    if (tab === undefined || wasClicked.current) {
      wasClicked.current = false;
      return;
    }
    const timer = setTimeout(() => section.current?.scrollIntoView({ block: 'start' }), scrollDelayMs);
    return () => clearTimeout(timer);
  }, [tab, revisits]);

  const choose = (next: DashboardTab) => {
    wasClicked.current = true;
    void navigate({ search: { tab: next }, replace: true, resetScroll: false });
  };
  return { tab, section, choose };
}

/**
 * Counts clicks on links to the current URL. After the member scrolled away, such a click scrolls the tab into view
 * again.
 */
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
