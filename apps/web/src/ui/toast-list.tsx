import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { toast, Toaster } from 'sonner';
import { Icon } from './icon.tsx';
import { takeToasts, type Toast, type ToastAction } from './toast.ts';

/** Sonner's own width of 356 px and its swipe threshold of 45 px are the specification's. */
export function ToastList() {
  // After sonner's own effect, which begins to listen.
  useEffect(() => takeToasts(showToast), []);
  return (
    <div {...useWayOut()}>
      <Toaster
        position="top-right"
        richColors
        closeButton
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        offset={belowNav}
        mobileOffset={besideAccountMenu}
        icons={icons}
      />
    </div>
  );
}

function showToast({ kind, text, id, action }: Toast) {
  if (kind === 'error') takeBack(text);
  const shown = toast[kind](text, {
    ...(id !== undefined && { id }),
    ...(action && { description: <ActionLink {...action} onDone={() => toast.dismiss(shown)} /> }),
  });
}

/** An error that is still there is said anew, not twice. */
function takeBack(text: string) {
  for (const shown of toast.getToasts())
    if ('title' in shown && shown.title === text && shown.type === 'error') toast.dismiss(shown.id);
}

/** Below the message, which keeps the whole width. */
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
 * Sonner gives the focus back to where it was before the messages, whichever way it leaves them. Whoever goes on with the
 * Tab key would come to them again and again.
 */
function useWayOut() {
  const goesOn = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      goesOn.current = key === 'Tab';
    },
    onBlurCapture: (event: FocusEvent) => {
      if (goesOn.current) event.stopPropagation();
      goesOn.current = false;
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

// A toast must not lie on what is needed next: the account menu, and on phones the page's title (styles/ui/toast.css).
const belowNav = { top: 108, right: 24 };
const besideAccountMenu = { top: 8, left: 16, right: 72 };
