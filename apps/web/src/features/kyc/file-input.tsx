import type { Ref } from 'react';
import { keepFocusNear } from '../../ui/keep-focus-near.ts';

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  onFile: (file: File) => void;
};

/**
 * The hidden file input behind a visible button. It accepts every file: browsers filter by file name, and a photo may be
 * named `1000012345`.
 */
export function FileInput({ ref, label, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      className="sr"
      type="file"
      aria-label={label}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? [];
        // The file replaces the button that opened the dialog.
        if (chosen && document.activeElement) keepFocusNear(document.activeElement);
        if (chosen) onFile(chosen);
        currentTarget.value = ''; // Lets the member choose the same file again.
      }}
    />
  );
}
