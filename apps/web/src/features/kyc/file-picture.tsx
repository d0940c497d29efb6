import type { KycFile } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { kycFileQuery } from '../../api/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';

/** A photo as a small picture; a PDF, which no page shows, and a photo that is not there yet, as a sign. */
export function FilePicture({ file }: { file: KycFile }) {
  const isPhoto = file.type !== 'application/pdf';
  const { data: photo } = useQuery({ ...kycFileQuery(file), enabled: isPhoto });
  if (isPhoto && photo) return <BlobImage className="kyc-thumb" blob={photo} alt={`What you uploaded: ${file.name}`} />;
  return (
    <span className="way">
      <Icon as={FileText} />
    </span>
  );
}
