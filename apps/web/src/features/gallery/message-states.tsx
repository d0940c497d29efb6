import { CallRefused } from '@florin/contract';
import { Clock, Info, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Notice, NoticeBar } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { State, States } from './states.tsx';
import styles from './gallery.module.css';

const loadError = new CallRefused(503, {
  detail: 'Florin cannot reach its database right now. Please try again in a moment.',
  code: 'database_unavailable',
  request_id: '8f31c2aa-5f0e-4d6b-9a53-2f8c8f4e7d10',
});

export function MessageStates() {
  return (
    <States title="Messages">
      <State name="notice" wide>
        <Notice icon={Info}>
          A first payment to <b>jonas.weber@example.com</b>.
        </Notice>
      </State>
      <State name="success" wide>
        <Notice icon={ShieldCheck} tone="ok">
          Your identity is verified.
        </Notice>
      </State>
      <State name="warning" wide>
        <Notice icon={TriangleAlert} tone="warn">
          You sent <b>$100.00</b> to them a minute ago.
        </Notice>
      </State>
      <State name="error" wide>
        <Notice icon={TriangleAlert} tone="bad">
          The bank rejected it. Nothing was charged.
        </Notice>
      </State>
      <State name="full width" wide>
        <NoticeBar icon={Clock} tone="warn" action={<Button size="s">Add funds</Button>}>
          Your Pro plan payment failed.
        </NoticeBar>
      </State>
      <State name="empty" wide>
        <EmptyState title="No transactions yet" action={<Button size="s">Add Funds</Button>}>
          Your payments will appear here.
        </EmptyState>
      </State>
      <State name="failed to load" wide>
        <LoadFailed error={loadError} onRetry={() => undefined} />
      </State>
      <State name="loading" wide>
        <SkeletonRows />
      </State>
      <State name="progress" wide>
        <Progress value={0.4} label="Uploading passport.jpg" />
      </State>
      <State name="toasts">
        <div className={styles.line}>
          <Button size="s" onClick={() => toast.success('Money sent successfully!')}>
            Success
          </Button>
          <Button size="s" onClick={() => toast.error('Failed to send money')}>
            Error
          </Button>
          <Button size="s" onClick={() => toast.info('Email functionality coming soon!')}>
            Info
          </Button>
        </div>
      </State>
    </States>
  );
}
