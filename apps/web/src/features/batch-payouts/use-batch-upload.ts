import { batchPayoutBounds, endpoints, type UploadedBatchPayout } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { isUnstarted } from './batch-words.ts';
import { useBatchCache } from './use-batch-change.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set for a file that was uploaded before: whether its batch payout had already started at the new upload. */
    knownFile?: 'started' | 'not started';
  }
}

/** A file that is uploading. `sent` runs from 0 to 1. */
export type Uploading = { readonly file: File; readonly sent: number };
/** A rejected file with the reason. */
export type Refused = { readonly name: string; readonly sentence: string };

const unanswered = 'The server did not answer. Upload it again: the same file is stored only once.';
const tooLarge = 'The file is larger than 1 MB. Split it into several files.';

/** Uploads a file of payments and opens its page. A rejected file changes nothing. */
export function useBatchUpload() {
  const navigate = useNavigate();
  const { put, refresh } = useBatchCache();
  const [uploading, setUploading] = useState<Uploading>();
  const [refused, setRefused] = useState<Refused>();
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  const open = async ({ batch, known }: UploadedBatchPayout) => {
    put(batch);
    refresh();
    await navigate({
      to: '/batch-payouts/$id',
      params: { id: batch.id },
      ...(known && { state: { knownFile: isUnstarted(batch) ? 'not started' : 'started' } }),
    });
  };

  const send = async (file: File) => {
    const isTooLarge = file.size > batchPayoutBounds.bytes;
    setRefused(isTooLarge ? { name: file.name, sentence: tooLarge } : undefined);
    if (isTooLarge) return;
    upload.current?.abort();
    const controller = new AbortController();
    upload.current = controller;
    setUploading({ file, sent: 0 });
    try {
      const onProgress = (sent: number) => setUploading({ file, sent });
      const { signal } = controller;
      await open(await uploadFile({ endpoint: endpoints.uploadBatchPayout, file, onProgress, signal }));
    } catch (error) {
      if (controller.signal.aborted) return;
      setRefused({ name: file.name, sentence: refusalText(error, unanswered) });
    }
    setUploading(undefined);
  };
  const stop = () => {
    upload.current?.abort();
    setUploading(undefined);
  };
  return { send: (file: File) => void send(file), stop, uploading, refused };
}
