import type { Ref } from 'react';
import { stayNear } from '../../ui/stay-near.ts';

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  onFile: (file: File) => void;
};

/**
 * The browser's own chooser, opened by a button that can be seen. It offers every file: a chooser that filters goes by
 * names, and a photo may be called `1000012345`.
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
        // The button that opened the chooser makes room for the file.
        if (chosen && document.activeElement) stayNear(document.activeElement);
        if (chosen) onFile(chosen);
        currentTarget.value = ''; // the same one may be chosen again
      }}
    />
  );
}
