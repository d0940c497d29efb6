import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { toast, Toaster } from 'sonner';
import { Icon } from './icon.tsx';
import { handleToasts, type Toast, type ToastAction } from './toast.ts';

/** Sonner's defaults match the specification: a width of 356 px and a swipe threshold of 45 px. */
export function ToastList() {
  // Runs after sonner's own effect, which subscribes to toasts.
  useEffect(() => handleToasts(showToast), []);
  return (
    <div {...useTabExit()}>
      <Toaster
        position="top-right"
        richColors
        closeButton
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        offset={belowNav}
        mobileOffset={leftOfAccountMenu}
        icons={icons}
      />
    </div>
  );
}

function showToast({ kind, text, id, action }: Toast) {
  if (kind === 'error') dismissDuplicate(text);
  const shown = toast[kind](text, {
    ...(id !== undefined && { id }),
    ...(action && { description: <ActionLink {...action} onDone={() => toast.dismiss(shown)} /> }),
  });
}

/** Removes a visible error with the same text before a repeated error appears. */
function dismissDuplicate(text: string) {
  for (const shown of toast.getToasts())
    if ('title' in shown && shown.title === text && shown.type === 'error') toast.dismiss(shown.id);
}

/** A link below the message, so the message keeps the full width. */
function ActionLink({ label, onPress, onDone }: ToastAction & { onDone: () => void }) {
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        onPress();
        onDone();
      }}
    >
      {label}
    </button>
  );
}

/**
 * Lets the Tab key leave the toasts. Sonner returns the focus to the previous element on every blur, so keyboard users
 * would reach the toasts again and again.
 */
function useTabExit() {
  const isTabbing = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      isTabbing.current = key === 'Tab';
    },
    onBlurCapture: (event: FocusEvent) => {
      if (isTabbing.current) event.stopPropagation();
      isTabbing.current = false;
    },
  };
}

const icons = {
  success: <Icon as={CircleCheck} size={20} />,
  error: <Icon as={CircleX} size={20} />,
  info: <Icon as={Info} size={20} />,
  warning: <Icon as={TriangleAlert} size={20} />,
  close: <Icon as={X} size={16} />,
};

// A toast must not cover the account menu, nor the page title on phones (styles/ui/toast.css).
const belowNav = { top: 108, right: 24 };
const leftOfAccountMenu = { top: 8, left: 16, right: 72 };
