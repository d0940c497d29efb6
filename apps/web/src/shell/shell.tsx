import './shell.css';
import type { Permission, User } from '@florin/contract';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useLayoutEffect, useState } from 'react';
import { isLive } from '../api/page-settings.ts';
import { firstStepsMark } from '../api/first-steps.ts';
import { may } from '../api/may.ts';
import { useSession } from '../api/session.ts';
import { ConfirmEmailBar } from '../features/email/confirm-email-bar.tsx';
import { paths } from '../paths.ts';
import { AfterFirstPaint, useAfterFirstPaint } from '../ui/after-first-paint.tsx';
import { loadOnDemand } from '../ui/load-on-demand.tsx';
import { SandboxRibbon } from '../ui/sandbox-ribbon.tsx';
import { AccountName } from './account-name.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { PendingPage } from './pending-page.tsx';
import { SkipLink } from './skip-link.tsx';

const RolePage = loadOnDemand(async () => (await import('./role-page.tsx')).RolePage);

/**
 * On a first visit the frame renders as a transition, so painting and input go first. The first balance (start.ts)
 * stays until the page can replace that balance.
 */
export function Shell() {
  const [hasBalance] = useState(isBalancePainted);
  const match = useMatches().at(-1);
  const isReady = match !== undefined && match.status !== 'pending';
  return useAfterFirstPaint(isReady || !hasBalance) && <Frame hasBalance={hasBalance} />;
}

const isBalancePainted = () => document.querySelector('body > .frame > .dashboard:not([hidden])') !== null;

function Frame({ hasBalance }: { hasBalance: boolean }) {
  // Removes the placeholder bar of index.html.
  useLayoutEffect(() => document.querySelector('body > .frame')?.remove(), []);
  const { user, loading } = useSession();
  const match = useMatches().at(-1);
  // A not-found page must not use the layout of the route that it replaces.
  const {
    layout = 'page',
    membersOnly = false,
    needs,
  } = (match?.status === 'notFound' ? undefined : match?.staticData) ?? {};
  // The dashboard's first steps already ask to confirm the email address.
  const isAskedBelow =
    match?.routeId === paths.dashboard && user !== null && !user.business && firstStepsMark(user.id) !== 'away';
  const isDrawn = useAfterFirstPaint(match !== undefined && match.status !== 'pending') || hasBalance;
  const content = contentFor(user, { membersOnly, needs, isDrawn });
  const ribbon = isLive() ? null : <Ribbon />;
  if (layout === 'plain')
    return (
      <div className={clsx('plain', isLive() && 'is-live')}>
        {ribbon}
        {user?.business && (
          <div className="wrap">
            <AccountName user={user} />
          </div>
        )}
        <OfflineBar user={user} />
        {content}
      </div>
    );
  if (layout === 'own')
    return (
      <>
        <SkipLink />
        <OfflineBar user={user} />
        {content}
      </>
    );
  return (
    <div className={clsx('app', `is-${layout}`, isLive() && 'is-live')} aria-busy={loading || undefined}>
      <SkipLink />
      <header className="top">
        {ribbon}
        <NavBar user={user} />
      </header>
      <OfflineBar user={user} />
      {user && !loading && !isAskedBelow && <ConfirmEmailBar key={user.id} user={user} />}
      {content}
      {user && (
        <AfterFirstPaint>
          <BottomBar user={user} />
        </AfterFirstPaint>
      )}
    </div>
  );
}

type Page = { membersOnly: boolean; needs: Permission | undefined; isDrawn: boolean };

function contentFor(user: User | null, { membersOnly, needs, isDrawn }: Page) {
  if ((membersOnly && !user) || !isDrawn) return <PendingPage />;
  return user && needs && !may(user, needs) ? <RolePage user={user} needs={needs} /> : <Outlet />;
}

function Ribbon() {
  return (
    <SandboxRibbon>
      <Link to="/sandbox">Outbox</Link>
    </SandboxRibbon>
  );
}
