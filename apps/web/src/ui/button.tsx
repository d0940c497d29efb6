import { clsx } from 'clsx';
import { Info } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

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
  };

export function Button({ variant, size, block, busy = false, reason, className, children, ...rest }: ButtonProps) {
  const reasonId = useId();
  const refused = reason !== undefined && !busy;
  const button = (
    <button
      type="button"
      {...rest}
      {...(refused && refusal(reasonId))}
      disabled={busy || (rest.disabled === true && !refused)}
      aria-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size, block }), busy && 'is-busy', className)}
    >
      {busy && <Spinner size={size === 's' ? 16 : 18} />}
      {children}
    </button>
  );
  if (!refused) return button;
  return (
    <div className={block ? 'w-full' : undefined}>
      {button}
      <p className="reason" id={reasonId}>
        <Icon as={Info} size={16} />
        {reason}
      </p>
    </div>
  );
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
