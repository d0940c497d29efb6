/** The word with the app icon, on paper. Put it in a link with `className="logo"`. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <>
      <img src="/icon.svg" width={size} height={size} alt="" />
      Florin
    </>
  );
}
