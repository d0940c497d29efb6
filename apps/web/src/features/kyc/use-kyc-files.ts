import { endpoints, type KycFile } from '@florin/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycFileQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { useCommand } from '../../api/use-command.ts';
import { formatOf, type FileFormat } from '../../ui/file-format.ts';
import { fileProblem } from './check-file.ts';
import { noticeClosed } from './use-kyc-form.ts';

type Kind = KycFile['kind'];
/** `sent` runs from 0 to 1. */
export type UnderWay = { file: File; sent: number };

/** One file of the verification: sends it, and what is on its way or went wrong. It takes the place of its predecessor. */
export function useUpload(kind: Kind, formats: readonly FileFormat[], onBusyChange: (busy: boolean) => void) {
  const queryClient = useQueryClient();
  const [underWay, setUnderWay] = useState<UnderWay>();
  const [problem, setProblem] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const isUnderWay = underWay !== undefined;
  useEffect(() => {
    onBusyChange(isUnderWay);
    return () => onBusyChange(false);
  }, [onBusyChange, isUnderWay]);

  const send = async (file: File) => {
    sending.current?.abort();
    const own = new AbortController();
    sending.current = own;
    setUnderWay({ file, sent: 0 }); // from the first moment on its predecessor is not what would be submitted
    const found = await fileProblem(file, formats);
    if (own.signal.aborted) return;
    setProblem(found);
    if (found !== undefined) return setUnderWay(undefined);
    try {
      const kept = await uploadFile({
        endpoint: endpoints.uploadKycFile,
        fields: { kind },
        file,
        onProgress: (sent) => setUnderWay({ file, sent }),
        signal: own.signal,
      });
      // What the server converted, as a photo in HEIC, is shown as it is kept: few browsers can read the original.
      if ((await formatOf(file)) === kept.type) queryClient.setQueryData(kycFileQuery(kept).queryKey, file);
      putFile(queryClient, kind, kept);
    } catch (error) {
      if (own.signal.aborted) return;
      noticeClosed(queryClient, error);
      setProblem(refusalText(error, 'Could not upload the file. Check your connection and try again.'));
    }
    setUnderWay(undefined);
  };
  const stop = () => {
    sending.current?.abort();
    setUnderWay(undefined);
  };
  return { send: (file: File) => void send(file), stop, underWay, problem, setProblem };
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
      noticeClosed(queryClient, error);
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
