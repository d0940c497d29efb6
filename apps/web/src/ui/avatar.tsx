import { clsx } from 'clsx';

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
  if (imageUrl) return <img className={clsx(className, 'object-cover')} src={imageUrl} alt="" />;
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
