import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { keepAskedPage } from '../api/asked-page.ts';
import { isLive } from '../api/page-settings.ts';
import { currentUser, refreshUser } from '../api/session.ts';
import { paths } from '../paths.ts';

export type Context = { queryClient: QueryClient };
type Guarded = { context: Context; location: { href: string }; preload: boolean };

export const membersOnly = ({ context, location, preload }: Guarded) => {
  if (currentUser(context.queryClient)) return;
  if (!preload) keepAskedPage(location.href);
  throw redirect({ to: paths.login, replace: true });
};
/** Symbols are capitals; an address that was typed need not be. */
export const membersInCapitals = ({ params: { symbol }, ...guarded }: Guarded & { params: { symbol: string } }) => {
  membersOnly(guarded);
  const capitals = symbol.toUpperCase();
  if (symbol !== capitals)
    throw redirect({ to: paths.coin, params: { symbol: capitals }, search: true, replace: true });
};

/** Anybody else is told that there is no such page. The stored user may be older than the role they were given. */
export const operatorsOnly = async (guarded: Guarded) => {
  const { context } = guarded;
  membersOnly(guarded);
  const isOperator = () => currentUser(context.queryClient)?.role === 'operator';
  if (!isOperator()) await refreshUser(context.queryClient);
  membersOnly(guarded);
  if (!isOperator()) throw notFound();
};

export const sandboxOnly = () => {
  if (isLive()) throw notFound();
};
