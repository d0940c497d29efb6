import { useEffect, useRef, useState } from 'react';

export type CameraError = 'blocked' | 'missing' | 'in use';
type CameraState = 'starting' | 'on' | CameraError;

/** Turns on the front camera while the component is mounted. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void turnOn(video.current, leaving.signal, setState);
    return () => leaving.abort();
  }, [attempt]);
  const retry = () => {
    setState('starting');
    setAttempt((before) => before + 1);
  };
  return { video, state, retry };
}

async function turnOn(
  video: HTMLVideoElement | null,
  leaving: AbortSignal,
  onState: (state: CameraState) => void,
): Promise<void> {
  // Browsers define `mediaDevices` only on secure pages.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices || !video) return onState('missing');
  const opened = await devices.getUserMedia(constraints).catch(cameraErrorOf);
  if (typeof opened === 'string') return leaving.aborted ? undefined : onState(opened);
  const turnOff = () => {
    for (const track of opened.getTracks()) track.stop();
  };
  if (leaving.aborted) return turnOff();
  leaving.addEventListener('abort', turnOff);
  // Fires if the camera is unplugged or blocked in the browser settings, but not after `track.stop()`.
  for (const track of opened.getTracks()) track.addEventListener('ended', () => onState('missing'));
  video.addEventListener('loadeddata', () => onState('on'), { once: true, signal: leaving });
  video.srcObject = opened;
}

const constraints = { video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } }, audio: false };

/** Maps the error names of the Media Capture specification. */
function cameraErrorOf(error: unknown): CameraError {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked';
  return name === 'NotReadableError' || name === 'AbortError' ? 'in use' : 'missing';
}
