import { Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** Chooses a file. `focused` moves the focus here after the member removed the previous file. */
export function DropZone({ label, focused, onChoose }: { label: string; focused: boolean; onChoose: () => void }) {
  const chooser = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) chooser.current?.focus();
  }, [focused]);
  return (
    <div className="drop">
      <Icon as={Upload} size={22} />
      <p>
        <button ref={chooser} className="link" type="button" onClick={onChoose}>
          Choose a file<span className="sr">: {label}</span>
        </button>{' '}
        <span className="only-wide">or drop it here</span>
      </p>
    </div>
  );
}
