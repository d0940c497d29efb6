import type { Ref } from 'react';
import { keepFocusNear } from './keep-focus-near.ts';

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** Lets the user choose several files. */
  multiple?: boolean;
  /** Called with at least one file. */
  onFiles: (files: readonly [File, ...File[]]) => void;
};

/**
 * The hidden file input behind a visible button. The input accepts every file: browsers filter by file name, and a
 * photo may be named `1000012345`.
 */
export function FileInput({ ref, label, multiple = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      className="screen-reader"
      type="file"
      aria-label={label}
      multiple={multiple}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [first, ...others] = currentTarget.files ?? [];
        // The file replaces the button that opened the dialog.
        if (first && document.activeElement) keepFocusNear(document.activeElement);
        if (first) onFiles([first, ...others]);
        currentTarget.value = ''; // Lets the user choose the same file again.
      }}
    />
  );
}
