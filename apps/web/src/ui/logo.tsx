import { brandName } from './brand.ts';
/** The app icon and the name, for light surfaces. Put it into a link with `className="logo"`. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <>
      <img src="/icon.svg" width={size} height={size} alt="" />
      {brandName}
    </>
  );
}
