import { qrPath, type QrMatrix } from './qr-code.ts';

/** Draws dark on white in both themes, because some scanners cannot read inverted codes. */
export function QrCodeImage({ matrix, label }: { matrix: QrMatrix; label: string }) {
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${matrix.length} ${matrix.length}`} shapeRendering="crispEdges" role="img" aria-label={label}>
        <path fill="#131810" d={qrPath(matrix)} />
      </svg>
    </div>
  );
}
