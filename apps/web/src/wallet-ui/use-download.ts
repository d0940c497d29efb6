import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from './save-file.ts';

export type Download = {
  /** Asks for the file with this function and saves it. */
  start: () => void;
  stop: () => void;
  running: boolean;
  /** What has arrived of it. */
  bytes: number;
  error: Error | null;
};

type FileRequest = {
  open: (signal: AbortSignal) => Promise<Response>;
  /** Where the server does not name it. */
  fileName: () => string;
  onSaved?: () => void;
};

/** A file that needs the session's token cannot be a plain link: it is fetched, counted as it comes, and then saved. */
export function useDownload({ open, fileName, onSaved }: FileRequest): Download {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) =>
      inTurn(signal, async () => {
        signal.throwIfAborted();
        const response = await open(signal);
        const parts = await readAll(response, setBytes);
        signal.throwIfAborted();
        saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), nameOf(response) ?? fileName());
      }),
    ...(onSaved && { onSuccess: onSaved }),
  });
  return {
    start: () => {
      if (isPending) return; // a second press before the button is drawn busy
      setBytes(0);
      running.current = new AbortController();
      mutate(running.current.signal);
    },
    stop: () => {
      running.current?.abort();
      reset();
    },
    running: isPending,
    bytes,
    error,
  };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The server prepares one file of a member at a time: what is asked for meanwhile follows when that has arrived, or was
 * stopped.
 */
function inTurn<Result>(signal: AbortSignal, download: () => Promise<Result>): Promise<Result> {
  const own = last.then(download);
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  last = Promise.race([own.catch(() => undefined), stopped]);
  return own;
}

async function readAll(response: Response, onBytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onBytes(bytes);
  }
  return parts;
}

const nameOf = (response: Response): string | undefined =>
  /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
