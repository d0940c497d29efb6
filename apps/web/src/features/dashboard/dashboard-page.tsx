import './dashboard.css';
import './wallets.css';
import './converter.css';
import './add-funds.css';
import type { FiatCode } from '@florin/money';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { AddFundsDialog } from './add-funds-dialog.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';
import { FiatBalance } from './fiat-balance.tsx';
import { HiddenBalancesProvider } from './hidden-balances.tsx';
import { PortfolioCard } from './portfolio-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { TotalBalance } from './total-balance.tsx';

export function DashboardPage() {
  const [adding, setAdding] = useState<{ currency: FiatCode; open: boolean }>({ currency: 'USD', open: false });
  const addFunds = (currency: FiatCode) => setAdding({ currency, open: true });
  return (
    <HiddenBalancesProvider>
      <main className="wrap dash">
        <PageHead />
        <section className="slab dash-slab" aria-label="Balances">
          <TotalBalance />
          <FiatBalance />
        </section>
        <QuickActions onAddFunds={() => addFunds('USD')} />
        <div className="dash-two">
          <PortfolioCard />
          <RecentTransactions onAddFunds={() => addFunds('USD')} />
        </div>
        <DashboardTabs onAddFunds={addFunds} />
        <AddFundsDialog
          currency={adding.currency}
          open={adding.open}
          onOpenChange={(open) => setAdding((before) => ({ ...before, open }))}
        />
      </main>
    </HiddenBalancesProvider>
  );
}

function PageHead() {
  const { user } = useSession();
  return (
    <header className="page-head">
      <h1>Welcome back{user && `, ${firstName(user.name)}`}</h1>
      <p className="only-wide small">{today()}</p>
    </header>
  );
}

const firstName = (name: string) => name.trim().split(/\s+/)[0];

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });

/** `Friday, October 24` */
const today = () => dayFormat.format(new Date());
