import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { saveRequestedPage } from '../api/requested-page.ts';
import { account } from '../api/account.ts';
import { isLive } from '../api/page-settings.ts';
import { currentUser, refreshUser } from '../api/session.ts';
import { paths } from '../paths.ts';

export type Context = { queryClient: QueryClient };
type Guarded = { context: Context; location: { publicHref: string }; preload: boolean };

export const membersOnly = ({ context, location, preload }: Guarded) => {
  if (currentUser(context.queryClient)) return;
  if (!preload) saveRequestedPage(location.publicHref);
  throw redirect({ to: paths.login, replace: true });
};

/** Pages of a business. In a person's own account, these pages lead to the form that opens a business. */
export const membersForBusiness = (guarded: Guarded) => {
  membersOnly(guarded);
  if (account === undefined) throw redirect({ to: paths.newBusiness, replace: true });
};

/** Pages of the person, which do not exist in the account of a business. */
export const membersForThemselves = (guarded: Guarded) => {
  membersOnly(guarded);
  if (account !== undefined) throw notFound();
};

/** Pages of a person's own account, because a business has a separate verification page. */
export const membersOfOwnAccount = (guarded: Guarded) => {
  membersOnly(guarded);
  if (account !== undefined) throw redirect({ to: paths.business, replace: true });
};

/** Redirects a coin symbol in lower case to upper case. */
export const membersWithUpperCaseSymbol = ({
  params: { symbol },
  ...guarded
}: Guarded & { params: { symbol: string } }) => {
  membersOnly(guarded);
  const upperCase = symbol.toUpperCase();
  if (symbol !== upperCase)
    throw redirect({ to: paths.coin, params: { symbol: upperCase }, search: true, replace: true });
};

/**
 * Shows a not-found page to other users. Reloads the user first, because the stored user may predate the operator role.
 */
export const operatorsOnly = async (guarded: Guarded) => {
  const { context } = guarded;
  membersOnly(guarded);
  const isOperator = () => currentUser(context.queryClient)?.role === 'operator';
  if (!isOperator()) await refreshUser(context.queryClient);
  membersOnly(guarded);
  if (!isOperator()) throw notFound();
};

/** The address of a business without a screen, `/b/acme`, opens its dashboard. */
export const dashboardOfBusiness = () => {
  if (account !== undefined) throw redirect({ to: paths.dashboard, replace: true });
};

export const sandboxOnly = () => {
  if (isLive()) throw notFound();
};
