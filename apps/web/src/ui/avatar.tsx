import { clsx } from 'clsx';
import { useState } from 'react';

type AvatarProps = {
  name: string;
  imageUrl?: string | undefined;
  /** `xs` is for stacks of avatars, `l` for the profile. */
  size?: 'xs' | 'm' | 'l';
  /** The avatar of the signed-in user: one letter on green. */
  own?: boolean;
};

/**
 * An avatar, which is hidden from screen readers. The caller shows the name as text or as the name of the enclosing
 * button.
 */
export function Avatar({ name, imageUrl, size = 'm', own = false }: AvatarProps) {
  const className = clsx('avatar', sizeClass[size], own && 'brand');
  // Initials replace a picture that fails to load.
  const [failedUrl, setFailedUrl] = useState<string>();
  if (imageUrl && imageUrl !== failedUrl)
    return <img className={className} src={imageUrl} alt="" onError={() => setFailedUrl(imageUrl)} />;
  return (
    <span className={className} aria-hidden>
      {own ? firstLetter(name) : initials(name)}
    </span>
  );
}

const sizeClass = { xs: 'extra-small', m: undefined, l: 'large' } as const;

const firstLetter = (word: string) => (Array.from(word.trim())[0] ?? '').toLocaleUpperCase();

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return firstLetter(words[0] ?? '') + firstLetter(last ?? '');
}
