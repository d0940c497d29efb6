import { useEffect, useRef, type PointerEvent } from 'react';
import { movedBy, placeOf, zoomedTo, zoomOf, type Crop, type PictureSize } from './crop.ts';

type CropWindowProps = { url: string; size: PictureSize; crop: Crop; onCrop: (crop: Crop) => void };

/** Moved by dragging or with the arrow keys; zoomed with the wheel, or + and −. */
export function CropWindow({ url, size, crop, onCrop }: CropWindowProps) {
  const view = useWheel((turned) => onCrop(zoomedTo(size, crop, zoomOf(size, crop) * Math.exp(-turned / 500))));
  const drag = useDrag((by) => onCrop(movedBy(size, crop, by)));
  return (
    // An application: the arrow keys are its own and not the screen reader's.
    <div className="crop-frame" role="application" aria-label="Photo">
      <button
        ref={view}
        type="button"
        className="crop-view"
        aria-label="Photo: move it with the arrow keys, zoom with plus and minus"
        {...drag}
        onKeyDown={(event) => {
          const next = cropByKey(event.key, size, crop);
          if (!next) return;
          event.preventDefault();
          onCrop(next);
        }}
      >
        <img src={url} alt="" draggable={false} style={placeOf(size, crop)} />
      </button>
    </div>
  );
}

/** React's own wheel listeners are passive: what is behind would scroll along. */
function useWheel(onTurn: (turned: number) => void) {
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

/** Tells of each step in parts of the window's side. */
function useDrag(onDrag: (by: { x: number; y: number }) => void) {
  const grip = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      currentTarget.setPointerCapture(pointerId);
      grip.current = { x, y };
    },
    onPointerMove: ({ currentTarget: { clientWidth }, buttons, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (buttons !== 1) return;
      const { x, y } = grip.current;
      grip.current = { x: clientX, y: clientY };
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
  if (move) return movedBy(size, crop, move);
  if (key === '+' || key === '=') return zoomedTo(size, crop, zoomOf(size, crop) * 1.1);
  if (key === '-') return zoomedTo(size, crop, zoomOf(size, crop) / 1.1);
  return undefined;
}
