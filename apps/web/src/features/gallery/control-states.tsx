import { LogOut, RefreshCw, User } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConnectionContext } from '../../ui/connection.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { State, States } from './states.tsx';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const satisfies readonly ButtonLook['variant'][];
const offline = { online: false, check: async () => undefined };

export function ControlStates() {
  return (
    <>
      <States title="Buttons">
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <Button variant={variant}>Send $102.00</Button>
          </State>
        ))}
        <State name="small">
          <Button size="s">Retry</Button>
        </State>
        <State name="large">
          <Button size="l" variant="primary">
            Get Started Free
          </Button>
        </State>
        <State name="busy">
          <Button variant="primary" busy>
            Sending...
          </Button>
        </State>
        <State name="disabled">
          <Button disabled>Continue</Button>
        </State>
        <State name="disabled, with reason">
          <Button variant="primary" reason="Add a bank account first">
            Withdraw
          </Button>
        </State>
        <State name="offline">
          <ConnectionContext value={offline}>
            <Button variant="primary" needsServer>
              Send $102.00
            </Button>
          </ConnectionContext>
        </State>
        <State name="icon">
          <IconButton icon={RefreshCw} label="Refresh" />
        </State>
      </States>
      <Choices />
      <States title="Overlays">
        <State name="menu">
          <Menu trigger={<Button>Account</Button>}>
            <MenuItem icon={User} onSelect={() => undefined}>
              Profile
            </MenuItem>
            <MenuItem icon={LogOut} onSelect={() => undefined} disabled>
              Log out
            </MenuItem>
          </Menu>
        </State>
        <OpenedDialog />
      </States>
    </>
  );
}

function Choices() {
  const [range, setRange] = useState<'1d' | '1w' | '1m'>('1w');
  const [tab, setTab] = useState<'wallet' | 'converter'>('wallet');
  const [on, setOn] = useState(true);
  return (
    <States title="Choices">
      <State name="segmented">
        <Segmented
          label="Range"
          value={range}
          onChange={setRange}
          segments={[
            { value: '1d', label: '1D' },
            { value: '1w', label: '1W' },
            { value: '1m', label: '1M' },
          ]}
        />
      </State>
      <State name="tabs" wide>
        <Tabs
          label="Gallery tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'wallet', label: 'Wallet', content: <p>Three balances.</p> },
            { value: 'converter', label: 'Currency Converter', content: <p>One rate.</p> },
          ]}
        />
      </State>
      <State name="switch">
        <Switch label="Email Notifications" checked={on} onChange={() => setOn(!on)} />
      </State>
      <State name="switch, disabled">
        <Switch label="SMS Notifications" checked={false} disabled onChange={() => undefined} />
      </State>
      <State name="checkbox">
        <Checkbox label="Remember me" defaultChecked />
      </State>
    </States>
  );
}

function OpenedDialog() {
  const [open, setOpen] = useState(false);
  return (
    <State name="dialog, bottom sheet on phones">
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel withdrawal of $80.00?"
        description="The bank does not have it yet."
      >
        <div className="actions">
          <Button variant="primary" onClick={() => setOpen(false)}>
            Cancel withdrawal
          </Button>
        </div>
      </Dialog>
    </State>
  );
}
