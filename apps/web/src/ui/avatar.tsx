import { clsx } from 'clsx';
import { useState } from 'react';

type AvatarProps = {
  name: string;
  imageUrl?: string | undefined;
  /** `xs` in stacks, `l` on the profile. */
  size?: 'xs' | 'm' | 'l';
  /** The signed-in user's own: one letter on green. */
  own?: boolean;
};

/** Decoration: the name is always written beside it, or is the name of the button around it. */
export function Avatar({ name, imageUrl, size = 'm', own = false }: AvatarProps) {
  const className = clsx('avatar', size !== 'm' && size, own && 'brand');
  // Letters stand in for a picture that does not come.
  const [missing, setMissing] = useState<string>();
  if (imageUrl && imageUrl !== missing)
    return (
      <img className={clsx(className, 'object-cover')} src={imageUrl} alt="" onError={() => setMissing(imageUrl)} />
    );
  return (
    <span className={className} aria-hidden>
      {own ? firstLetter(name) : initials(name)}
    </span>
  );
}

const firstLetter = (word: string) => (Array.from(word.trim())[0] ?? '').toLocaleUpperCase();

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return firstLetter(words[0] ?? '') + firstLetter(last ?? '');
}
