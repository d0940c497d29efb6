import { endpoints, type KycFile } from '@florin/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { kycFileQuery } from '../../api/queries-of-kyc-files.ts';
import { kycDraftQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { useCommand } from '../../api/use-command.ts';
import { formatOf, type FileFormat } from '../../ui/file-format.ts';
import { fileProblem } from './check-file.ts';
import { reloadIfClosed } from './use-kyc-form.ts';

type Kind = KycFile['kind'];
/** A file that is uploading. `sent` runs from 0 to 1. */
export type Uploading = { file: File; sent: number };

/** Uploads one file of the verification and returns its progress or error. The new file replaces the previous file. */
export function useUpload(kind: Kind, formats: readonly FileFormat[], onBusyChange: (busy: boolean) => void) {
  const queryClient = useQueryClient();
  const [uploading, setUploading] = useState<Uploading>();
  const [problem, setProblem] = useState<string>();
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);
  const isUploading = uploading !== undefined;
  useEffect(() => {
    onBusyChange(isUploading);
    return () => onBusyChange(false);
  }, [onBusyChange, isUploading]);

  const send = async (file: File) => {
    upload.current?.abort();
    const controller = new AbortController();
    upload.current = controller;
    setUploading({ file, sent: 0 }); // Set immediately, so that the member cannot submit the previous file.
    const found = await fileProblem(file, formats);
    if (controller.signal.aborted) return;
    setProblem(found);
    if (found !== undefined) return setUploading(undefined);
    try {
      const stored = await uploadFile({
        endpoint: endpoints.uploadKycFile,
        fields: { kind },
        file,
        onProgress: (sent) => setUploading({ file, sent }),
        signal: controller.signal,
      });
      // The server converts HEIC, which few browsers can show. Cache the original only if its format is unchanged.
      if ((await formatOf(file)) === stored.type) queryClient.setQueryData(kycFileQuery(stored).queryKey, file);
      putFile(queryClient, kind, stored);
    } catch (error) {
      if (controller.signal.aborted) return;
      reloadIfClosed(queryClient, error);
      setProblem(refusalText(error, 'Could not upload the file. Check your connection and try again.'));
    }
    if (!controller.signal.aborted) setUploading(undefined); // otherwise another file is uploading
  };
  const stop = () => {
    upload.current?.abort();
    setUploading(undefined);
  };
  return { send: (file: File) => void send(file), stop, uploading, problem, setProblem };
}

type Removal = { onGone: () => void; onFailed: (sentence: string) => void };

export function useRemoveFile(kind: Kind, { onGone, onFailed }: Removal) {
  const queryClient = useQueryClient();
  return useCommand({
    call: (id: string) => api.call(endpoints.removeKycFile, { params: { id } }),
    onDone: () => {
      putFile(queryClient, kind, undefined);
      onGone();
    },
    onFailed: (error) => {
      reloadIfClosed(queryClient, error);
      onFailed(refusalText(error, 'Could not remove the file. Check your connection and try again.'));
    },
  });
}

function putFile(queryClient: QueryClient, kind: Kind, file: KycFile | undefined) {
  queryClient.setQueryData(
    kycDraftQuery.queryKey,
    (draft) =>
      draft && { ...draft, files: [...draft.files.filter((each) => each.kind !== kind), ...(file ? [file] : [])] },
  );
}
