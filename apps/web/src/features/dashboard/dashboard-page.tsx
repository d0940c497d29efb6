import './first-steps/first-steps.module.css';
import './converter.module.css';
import './wallets.module.css';
import './dashboard.css';
import { lazy, Suspense } from 'react';
import { may } from '../../api/may.ts';
import { serverDate } from '../../api/server-time.ts';
import { useSession } from '../../api/session.ts';
import { DashboardTabs } from './dashboard-tabs.tsx';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { FiatBalance } from './fiat-balance.tsx';
import { HiddenBalancesProvider } from './hidden-balances.tsx';
import { MoneyDialogs, useDepositFromUrl, useMoneyDialogs } from './money-dialogs.tsx';
import { PortfolioCard } from './portfolio-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { RequestsSection } from './requests-section.tsx';
import { TotalBalance } from './total-balance.tsx';
import { AfterFirstPaint } from '../../ui/after-first-paint.tsx';
import { dateFormat } from '../../ui/date-format.ts';
import styles from './dashboard.module.css';

/** Loaded only for members without a confirmed email. */
const WaitingMoney = lazy(async () => {
  const loaded = await import('./waiting-money.tsx');
  return { default: loaded.WaitingMoney };
});

export function DashboardPage() {
  const { opened, openDialog, close } = useMoneyDialogs();
  const { user } = useSession();
  const isUnconfirmed = user?.email_confirmed === false && !user.business;
  useDepositFromUrl(may(user, 'pay') ? openDialog : openNothing);
  return (
    <HiddenBalancesProvider>
      <main className="wrap dashboard">
        <PageHead />
        {isUnconfirmed && (
          <Suspense>
            <WaitingMoney />
          </Suspense>
        )}
        <section className="slab dashboard-slab" aria-label="Balances">
          <TotalBalance />
          <FiatBalance />
        </section>
        <QuickActions />
        <AfterFirstPaint paints={2}>
          <FirstSteps onAddFunds={() => openDialog('add-funds', 'USD')} />
          <RequestsSection />
          <div className={`page-grid ${styles.lists}`}>
            <PortfolioCard />
            <AfterFirstPaint>
              <RecentTransactions onAddFunds={() => openDialog('add-funds', 'USD')} />
            </AfterFirstPaint>
          </div>
          <AfterFirstPaint paints={2}>
            <DashboardTabs openDialog={openDialog} />
          </AfterFirstPaint>
        </AfterFirstPaint>
        {opened && <MoneyDialogs opened={opened} onClose={close} />}
      </main>
    </HiddenBalancesProvider>
  );
}

const openNothing = () => undefined;

function PageHead() {
  const { user } = useSession();
  return (
    <header className="page-head">
      <h1>Welcome back{user && `, ${user.name}`}</h1>
      <p className="only-wide small">{today()}</p>
    </header>
  );
}

const dayFormat = dateFormat({ weekday: 'long', month: 'long', day: true });

/** Returns today's date on the server's clock, such as `Friday, October 24`. */
const today = () => dayFormat(serverDate());
