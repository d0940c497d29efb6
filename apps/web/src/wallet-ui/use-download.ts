import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from './save-file.ts';

export type Download = {
  /** Requests the file and saves it. */
  start: () => void;
  stop: () => void;
  running: boolean;
  /** The number of bytes received. */
  bytes: number;
  error: Error | null;
};

type FileRequest = {
  open: (signal: AbortSignal) => Promise<Response>;
  /** Used if the server sends no file name. */
  fileName: () => string;
  onSaved?: () => void;
};

/** Downloads a file and reports the progress. Sends the session's token, because a plain link cannot send the token. */
export function useDownload({ open, fileName, onSaved }: FileRequest): Download {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) =>
      enqueue(signal, async () => {
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

let queueTail: Promise<unknown> = Promise.resolve();

/**
 * Runs downloads one after another, because the server prepares one file per member at a time. An aborted download does
 * not block the next download.
 */
function enqueue<Result>(signal: AbortSignal, download: () => Promise<Result>): Promise<Result> {
  const result = queueTail.then(download);
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  queueTail = Promise.race([result.catch(() => undefined), aborted]);
  return result;
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
