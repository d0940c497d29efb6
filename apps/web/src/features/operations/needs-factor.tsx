import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

/** Replaces the operations page for an operator without a second factor on a live server. */
export const NeedsFactor = () => (
  <main className="page ops-factor">
    <h1 className="h1">Operations</h1>
    <Notice icon={ShieldAlert}>
      <b>Operators need a second factor.</b> Set up an authenticator app or a passkey under Security on your profile
      page. Then open this page again.
    </Notice>
    <Link to="/profile" className="btn btn-primary">
      Open your profile
    </Link>
  </main>
);
