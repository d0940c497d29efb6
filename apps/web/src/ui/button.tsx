import { clsx } from 'clsx';
import { Info } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ComponentProps, type MouseEvent } from 'react';
import { offlineReason, useConnection } from './connection.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { keepFocusNear } from './keep-focus-near.ts';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'slab' | 'slab-outline' | undefined;
  /** `s` is for toolbars, `l` for task forms. */
  size?: 's' | 'm' | 'l' | undefined;
  block?: boolean | undefined;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and blocks a second press. The caller sets the label. */
    busy?: boolean | undefined;
    /** Why the button is disabled. The button stays focusable, ignores presses and shows the reason below. */
    reason?: string | undefined;
    /** Disables the button while the server is unreachable, and shows this reason. */
    needsServer?: boolean | undefined;
    /** The id of a reason that several buttons share. */
    reasonId?: string | undefined;
  };

export function Button({ variant, size, block, busy = false, className, children, ...given }: ButtonProps) {
  const ownId = useId();
  const rememberPress = useRestoredFocus(busy);
  const { reason, reasonId = reason === undefined ? undefined : ownId, ...rest } = useReason(given);
  const refused = reasonId !== undefined && !busy;
  const button = (
    <button
      type="button"
      {...rest}
      {...(refused && refusal(reasonId))}
      disabled={busy || (rest.disabled === true && !refused)}
      aria-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size, block }), busy && 'is-busy', className)}
      onClickCapture={rememberPress}
    >
      {busy && <Spinner size={size === 's' ? 16 : 18} />}
      {children}
    </button>
  );
  if (!refused || reasonId !== ownId) return button;
  return (
    <div className={clsx('refused', block && 'is-block')}>
      {button}
      <p className="reason" id={ownId}>
        <Icon as={Info} size={16} />
        {reason}
      </p>
    </div>
  );
}

/**
 * Returns the focus to the button after its action, because a disabled button loses the focus. Does nothing if the user
 * moved the focus. If the action removed the button, the focus goes to the nearest part of the page.
 *
 * Returns the handler that remembers a press. An effect would be too late: some browsers take the focus from a button as
 * soon as it is disabled.
 */
function useRestoredFocus(busy: boolean) {
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement: focused, body } = document;
    if (busy && focused !== body && focused !== pressed.current) pressed.current = null;
    if (!busy && focused === body) pressed.current?.focus();
    if (pressed.current) keepFocusNear(pressed.current);
  }, [busy]);
  return ({ currentTarget }: MouseEvent<HTMLElement>) => {
    pressed.current = currentTarget === document.activeElement ? currentTarget : null;
  };
}

/** "You are offline" takes precedence over any other reason. */
function useReason<Given extends Pick<ButtonProps, 'reason' | 'needsServer'>>({ needsServer, ...given }: Given) {
  const { online } = useConnection();
  return needsServer === true && !online ? { ...given, reason: offlineReason } : given;
}

/** Returns the classes that make a link look like a button. */
export function buttonClass({ variant = 'secondary', size = 'm', block = false }: ButtonLook = {}) {
  return clsx('button', `button-${variant}`, sizeClass[size], block && 'button-block');
}

const sizeClass = { s: 'button-small', m: undefined, l: 'button-large' } as const;

const refusal = (reasonId: string): ComponentProps<'button'> => ({
  'aria-disabled': true,
  'aria-describedby': reasonId,
  onClick: (event) => event.preventDefault(),
});
