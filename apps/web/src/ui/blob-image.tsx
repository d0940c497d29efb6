import { useEffect, useRef, type ComponentProps } from 'react';

type BlobImageProps = Omit<ComponentProps<'img'>, 'src'> & { blob: Blob; alt: string };

/** Shows a picture from memory. Revokes its object URL on unmount. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img {...rest} ref={image} alt={alt} />;
}
