import { useEffect, useRef, type PointerEvent } from 'react';
import { moveCrop, imagePosition, zoomCrop, zoomOf, type Crop, type PictureSize } from './crop.ts';
import styles from './profile.module.css';

type CropWindowProps = { url: string; size: PictureSize; crop: Crop; onCrop: (crop: Crop) => void };

/** Moves the picture by dragging or arrow keys. Zooms with the wheel, or with + and −. */
export function CropWindow({ url, size, crop, onCrop }: CropWindowProps) {
  const view = useWheel((delta) => onCrop(zoomCrop(size, crop, zoomOf(size, crop) * Math.exp(-delta / 500))));
  const drag = useDrag((by) => onCrop(moveCrop(size, crop, by)));
  return (
    // The `application` role passes the arrow keys to this element instead of the screen reader.
    <div className={styles.cropFrame} role="application" aria-label="Photo">
      <button
        ref={view}
        type="button"
        className={styles.cropView}
        aria-label="Photo: move it with the arrow keys, zoom with plus and minus"
        {...drag}
        onKeyDown={(event) => {
          const next = cropByKey(event.key, size, crop);
          if (!next) return;
          event.preventDefault();
          onCrop(next);
        }}
      >
        <img src={url} alt="" draggable={false} style={imagePosition(size, crop)} />
      </button>
    </div>
  );
}

/** Listens to the wheel without React, because React's passive listeners cannot stop the page from scrolling. */
function useWheel(onTurn: (delta: number) => void) {
  const view = useRef<HTMLButtonElement>(null);
  const latest = useRef(onTurn);
  useEffect(() => {
    latest.current = onTurn;
  });
  useEffect(() => {
    const element = view.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event.deltaY);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  return view;
}

/** Reports each movement as a fraction of the window. */
function useDrag(onDrag: (by: { x: number; y: number }) => void) {
  const last = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      currentTarget.setPointerCapture(pointerId);
      last.current = { x, y };
    },
    onPointerMove: ({ currentTarget: { clientWidth }, buttons, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (buttons !== 1) return;
      const { x, y } = last.current;
      last.current = { x: clientX, y: clientY };
      onDrag({ x: (clientX - x) / clientWidth, y: (clientY - y) / clientWidth });
    },
  };
}

const step = 0.05;

const moves: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

function cropByKey(key: string, size: PictureSize, crop: Crop): Crop | undefined {
  const move = moves[key];
  if (move) return moveCrop(size, crop, move);
  if (key === '+' || key === '=') return zoomCrop(size, crop, zoomOf(size, crop) * 1.1);
  if (key === '-') return zoomCrop(size, crop, zoomOf(size, crop) / 1.1);
  return undefined;
}
