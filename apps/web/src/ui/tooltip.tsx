import {
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { createPortal } from 'react-dom';
import { hideNow, hideSoon, showNow, showSoon, stayShown } from './tooltip-timing.ts';
import styles from './tooltip.module.css';

type Control = ReactElement<HTMLAttributes<HTMLElement>>;

/**
 * The child is one button or link with its own accessible name. Radix's tooltip would use a tenth of the first screen's
 * size budget, so this component replaces Radix's tooltip.
 */
export function Tooltip({ label, children }: { label: string; children: Control }) {
  const id = useId();
  const [control, setControl] = useState<Element>();
  const hide = useCallback(() => setControl(undefined), []);
  // Closes the tooltip when its control unmounts.
  useEffect(() => hideNow, []);
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': control ? id : own['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event);
          const { currentTarget, pointerType } = event;
          if (pointerType !== 'touch') showSoon(() => setControl(currentTarget), hide);
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          own.onPointerLeave?.(event);
          hideSoon();
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          own.onPointerDown?.(event);
          hideNow();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event);
          const { currentTarget } = event;
          if (currentTarget.matches(':focus-visible')) showNow(() => setControl(currentTarget), hide);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event);
          hideNow();
        },
      })}
      {control && <Bubble id={id} label={label} control={control} />}
    </>
  );
}

const gap = 6;
const fromEdge = 8;

function Bubble({ id, label, control }: { id: string; label: string; control: Element }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, control);
  }, [control]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hideNow();
    addEventListener('keydown', onKey);
    addEventListener('scroll', hideNow, { capture: true, passive: true });
    addEventListener('resize', hideNow);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('resize', hideNow);
      removeEventListener('scroll', hideNow, { capture: true });
    };
  }, []);
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      onPointerEnter={stayShown}
      onPointerLeave={hideSoon}
    >
      {label}
    </div>,
    document.body,
  );
}

/**
 * Places the bubble above the control, or below the control without enough room above. Keeps the bubble within the
 * window.
 */
function place(bubble: HTMLElement, control: Element) {
  const at = control.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const above = at.top - gap - height;
  const middle = at.left + (at.width - width) / 2;
  const rightmost = document.documentElement.clientWidth - fromEdge - width;
  bubble.style.top = `${above >= fromEdge ? above : at.bottom + gap}px`;
  bubble.style.left = `${Math.max(fromEdge, Math.min(middle, rightmost))}px`;
}
