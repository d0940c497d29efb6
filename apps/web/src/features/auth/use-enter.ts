import type { User } from '@florin/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { toast } from 'sonner';
import { useSession } from '../../api/session.ts';

/**
 * Takes up a session that was opened: it ends on the dashboard, where `?back=` leads, or where the plan is paid that
 * `?plan=` names.
 */
export function useEnter(welcome: string) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { back, plan } = useSearch({ strict: false });
  return async (session: { token: string; user: User }) => {
    signIn(session);
    toast.success(welcome);
    if (back !== undefined) return navigate({ href: back });
    if (plan === undefined || plan === 'personal') return navigate({ to: '/dashboard' });
    return navigate({ to: '/profile', search: { plan }, hash: 'plan' });
  };
}
