import type { User } from '@florin/contract';
import { useState } from 'react';
import { preloadHandlers, loadOnDemand } from '../ui/load-on-demand.tsx';
import { AccountButton } from '../wallet-ui/account-button.tsx';
import { useInstall } from './install-offer.ts';

const AccountMenu = loadOnDemand(() => import('./account-menu.tsx').then((loaded) => loaded.AccountMenu));

/** The account button. The first press loads the menu, which replaces this button. */
export function Account({ user }: { user: User }) {
  const [presses, setPresses] = useState(0);
  const install = useInstall(); // here, because the browser's offer may arrive before the menu loads
  const isLoaded = AccountMenu.useLoaded(presses) !== undefined;
  if (isLoaded) return <AccountMenu user={user} install={install} />;
  return (
    <AccountButton
      {...preloadHandlers(AccountMenu)}
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPresses(presses + 1)}
      onKeyDown={({ key }) => key === 'ArrowDown' && setPresses(presses + 1)}
    />
  );
}
