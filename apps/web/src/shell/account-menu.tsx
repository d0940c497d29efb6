import type { User } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import {
  Building2,
  CircleQuestionMark,
  CodeXml,
  Landmark,
  ListChecks,
  MonitorDown,
  ReceiptText,
  Settings,
  UserRound,
  Users,
} from 'lucide-react';
import { may } from '../api/may.ts';
import { MenuItem } from '../ui/menu.tsx';
import { MemberMenu } from '../wallet-ui/member-menu.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { brandName } from '../ui/brand.ts';

type AccountMenuProps = {
  user: User;
  /** Installs the app. Undefined if the browser does not offer the installation. */
  install: (() => void) | undefined;
};

/** The account menu, initially open. Its code loads on demand. */
export function AccountMenu({ user, install }: AccountMenuProps) {
  const navigate = useNavigate();
  return (
    <MemberMenu user={user} defaultOpen>
      <AccountSwitch user={user} />
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: '/profile' })}>
        Profile
      </MenuItem>
      <MenuItem icon={Settings} onSelect={() => void navigate({ to: '/profile', hash: 'settings' })}>
        Settings
      </MenuItem>
      <MenuItem icon={ReceiptText} onSelect={() => void navigate({ to: '/invoices' })}>
        Invoices
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => void navigate({ to: '/batch-payouts' })}>
        Batch Payouts
      </MenuItem>
      {user.business && (
        <>
          <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/business' })}>
            Business
          </MenuItem>
          <MenuItem icon={ListChecks} onSelect={() => void navigate({ to: '/approvals' })}>
            Approvals
          </MenuItem>
        </>
      )}
      {may(user, 'export') && (
        <MenuItem icon={CodeXml} onSelect={() => void navigate({ to: '/developers' })}>
          Developers
        </MenuItem>
      )}
      {user.role === 'operator' && (
        <MenuItem icon={Landmark} onSelect={() => void navigate({ to: '/operations' })}>
          Operations
        </MenuItem>
      )}
      <MenuItem icon={CircleQuestionMark} onSelect={() => void navigate({ to: '/help' })}>
        Help
      </MenuItem>
      {install && (
        <MenuItem icon={MonitorDown} onSelect={install}>
          Install {brandName}
        </MenuItem>
      )}
      <ThemeChoice />
    </MemberMenu>
  );
}
