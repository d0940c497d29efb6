import { useEffect, useRef } from 'react';

type BlobImageProps = { blob: Blob; alt: string; className: string };

/** A picture from memory; its address lives as long as it is shown. */
export function BlobImage({ blob, alt, className }: BlobImageProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} className={className} alt={alt} />;
}
