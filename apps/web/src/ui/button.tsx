import { clsx } from 'clsx';
import { Info } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { offlineReason, useConnection } from './connection.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { stayNear } from './stay-near.ts';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'slab' | 'slab-2' | undefined;
  /** `s` in tools, `l` on task forms. */
  size?: 's' | 'm' | 'l' | undefined;
  block?: boolean | undefined;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows the ring and stops a second press. The words stay the caller's. */
    busy?: boolean | undefined;
    /** Why it cannot be pressed. It then stays focusable, refuses presses, and the reason stands below it. */
    reason?: string | undefined;
    /** Without the server it can do nothing: it says so as its reason. */
    needsServer?: boolean | undefined;
    /** The id of a reason that stands elsewhere, for several buttons at once. */
    refusedBy?: string | undefined;
  };

export function Button({ variant, size, block, busy = false, className, children, ...given }: ButtonProps) {
  const ownId = useId();
  useFocusAfterwards(busy);
  const { reason, refusedBy = reason === undefined ? undefined : ownId, ...rest } = useReason(given);
  const refused = refusedBy !== undefined && !busy;
  const button = (
    <button
      type="button"
      {...rest}
      {...(refused && refusal(refusedBy))}
      disabled={busy || (rest.disabled === true && !refused)}
      aria-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size, block }), busy && 'is-busy', className)}
    >
      {busy && <Spinner size={size === 's' ? 16 : 18} />}
      {children}
    </button>
  );
  if (!refused || refusedBy !== ownId) return button;
  return (
    <div className={clsx('refused', block && 'w-full')}>
      {button}
      <p className="reason" id={ownId}>
        <Icon as={Info} size={16} />
        {reason}
      </p>
    </div>
  );
}

/**
 * A disabled button cannot keep the focus: it has it back when it is done, unless the focus went elsewhere; what it does
 * may take the button away.
 */
function useFocusAfterwards(busy: boolean) {
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement: focused, body } = document;
    if (busy) pressed.current = focused instanceof HTMLElement && focused.matches('.btn[aria-busy]') ? focused : null;
    else if (focused === body) pressed.current?.focus();
    if (pressed.current) stayNear(pressed.current);
  }, [busy]);
}

/** That the server cannot be reached goes before whatever else there is. */
function useReason<Given extends Pick<ButtonProps, 'reason' | 'needsServer'>>({ needsServer, ...given }: Given) {
  const { online } = useConnection();
  return needsServer === true && !online ? { ...given, reason: offlineReason } : given;
}

/** The same look for a link. */
export function buttonClass({ variant = 'secondary', size = 'm', block = false }: ButtonLook = {}) {
  return clsx('btn', `btn-${variant}`, size !== 'm' && `btn-${size}`, block && 'btn-block');
}

const refusal = (reasonId: string): ComponentProps<'button'> => ({
  'aria-disabled': true,
  'aria-describedby': reasonId,
  onClick: (event) => event.preventDefault(),
});
