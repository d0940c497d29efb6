import type { KycFile } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { kycFileQuery } from '../../api/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';

/** Shows a thumbnail of a photo. Shows an icon for a PDF or until the photo has loaded. */
export function FilePicture({ file }: { file: KycFile }) {
  const isPhoto = file.type !== 'application/pdf';
  const { data: photo } = useQuery({ ...kycFileQuery(file), enabled: isPhoto });
  if (isPhoto && photo) return <BlobImage className="kyc-thumb" blob={photo} alt={`Your upload: ${file.name}`} />;
  return (
    <span className="way">
      <Icon as={FileText} />
    </span>
  );
}
