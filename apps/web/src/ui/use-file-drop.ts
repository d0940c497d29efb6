import { useState, type DragEvent } from 'react';

/** Accepts files that are dropped on an element. Put `target` on the element, and mark the element while `isOver`. */
export function useFileDrop(onFiles: (files: readonly [File, ...File[]]) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [first, ...others] = event.dataTransfer.files;
      if (first) onFiles([first, ...others]);
    },
  };
  return { isOver, target };
}
