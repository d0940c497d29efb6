import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

type MenuProps = { trigger: ReactElement; defaultOpen?: boolean | undefined; children: ReactNode };

/** `trigger` is one button. `children` are menu items and static content. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* The portal is outside the page's landmarks, so the menu adds a landmark. */}
        <section aria-label="Menu">
          <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
            {children}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = { icon?: LucideIcon; onSelect: (event: Event) => void; disabled?: boolean; children: ReactNode };

export function MenuItem({ icon, onSelect, disabled = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect} disabled={disabled}>
      {icon && <Icon as={icon} />}
      {children}
    </DropdownMenu.Item>
  );
}

type MenuLinkProps = { icon?: LucideIcon; href: string; isCurrent?: boolean; children: ReactNode };

/** A menu item that loads another document. */
export function MenuLink({ icon, href, isCurrent = false, children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild>
      <a className="menu-item" href={href} aria-current={isCurrent || undefined}>
        {icon && <Icon as={icon} />}
        {children}
      </a>
    </DropdownMenu.Item>
  );
}
