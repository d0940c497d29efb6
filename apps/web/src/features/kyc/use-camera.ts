import { useEffect, useRef, useState } from 'react';

export type CameraTrouble = 'blocked' | 'missing' | 'in use';
type CameraState = 'starting' | 'on' | CameraTrouble;

/** The camera that looks at the user, on for as long as the component that calls this is on the screen. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void turnOn(video.current, leaving.signal, setState);
    return () => leaving.abort();
  }, [attempt]);
  const again = () => {
    setState('starting');
    setAttempt((before) => before + 1);
  };
  return { video, state, again };
}

async function turnOn(
  video: HTMLVideoElement | null,
  leaving: AbortSignal,
  tell: (state: CameraState) => void,
): Promise<void> {
  // Browsers hide it from pages that were not loaded securely.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices || !video) return tell('missing');
  const opened = await devices.getUserMedia(wanted).catch(troubleOf);
  if (typeof opened === 'string') return leaving.aborted ? undefined : tell(opened);
  const turnOff = () => {
    for (const track of opened.getTracks()) track.stop();
  };
  if (leaving.aborted) return turnOff();
  leaving.addEventListener('abort', turnOff);
  // Unplugged, or taken away in the browser's own settings. Stopping it ourselves tells nobody.
  for (const track of opened.getTracks()) track.addEventListener('ended', () => tell('missing'));
  video.addEventListener('loadeddata', () => tell('on'), { once: true, signal: leaving });
  video.srcObject = opened;
}

const wanted = { video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } }, audio: false };

/** By the names of the Media Capture specification. */
function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked';
  return name === 'NotReadableError' || name === 'AbortError' ? 'in use' : 'missing';
}
