import type { Ref } from 'react';
import { stayNear } from '../../ui/stay-near.ts';
import type { FileFormat } from './check-file.ts';

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  formats: readonly FileFormat[];
  onFile: (file: File) => void;
};

/** The browser's own chooser, opened by a button that can be seen. */
export function FileInput({ ref, label, formats, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      className="sr"
      type="file"
      aria-label={label}
      tabIndex={-1}
      accept={formats.join(',')}
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
