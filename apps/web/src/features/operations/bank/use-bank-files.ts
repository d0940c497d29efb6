import { bankFileBytes, endpoints, type AnswerOf } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isUnanswered, refusalText } from '../../../api/refusal-text.ts';
import { uploadFile } from '../../../api/upload-file.ts';
import { operationsKey } from '../operations-queries.ts';

type Report = AnswerOf<typeof endpoints.uploadBankFile>;

/** The outcome of an uploaded file. */
export type Outcome = { readonly id: number; readonly name: string } & (
  | { readonly report: Report }
  /** `isUnknown` if the server did not answer, because the server may have imported the file. */
  | { readonly problem: string; readonly isUnknown: boolean }
);

/** A file that is uploading. `sent` runs from 0 to 1. */
export type Uploading = { readonly file: File; readonly sent: number };

/** Uploads bank files one after the other, in the chosen order, and returns the progress and each outcome. */
export function useBankFiles() {
  const queryClient = useQueryClient();
  const [uploading, setUploading] = useState<Uploading>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const waiting = useRef<File[]>([]);
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  const send = async (files: readonly File[]) => {
    waiting.current.push(...files);
    if (upload.current) return;
    const controller = new AbortController();
    upload.current = controller;
    setOutcomes([]);
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
      const outcome = await outcomeOf(file, controller.signal, setUploading);
      if (controller.signal.aborted) break;
      setOutcomes((before) => [...before, outcome]);
      void queryClient.invalidateQueries({ queryKey: operationsKey });
    }
    if (upload.current === controller) upload.current = undefined;
    setUploading(undefined);
  };

  /** Stops this upload and the waiting uploads. */
  const stop = () => {
    waiting.current = [];
    upload.current?.abort();
  };
  return { send: (files: readonly File[]) => void send(files), stop, uploading, outcomes };
}

let lastId = 0;

async function outcomeOf(
  file: File,
  signal: AbortSignal,
  onProgress: (uploading: Uploading) => void,
): Promise<Outcome> {
  const named = { id: (lastId += 1), name: file.name };
  if (file.size > bankFileBytes)
    return { ...named, problem: 'The file is larger than 200 MB. Put it into the inbox instead.', isUnknown: false };
  onProgress({ file, sent: 0 });
  try {
    const report = await uploadFile({
      endpoint: endpoints.uploadBankFile,
      file,
      onProgress: (sent) => onProgress({ file, sent }),
      signal,
    });
    return { ...named, report };
  } catch (error) {
    return { ...named, problem: refusalText(error, 'Upload it again.'), isUnknown: isUnanswered(error) };
  }
}
