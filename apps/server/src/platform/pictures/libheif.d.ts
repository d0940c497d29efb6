/** The part of libheif's interface that is called here; the package has types for its inside only. */
declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    /** Upright, red, green, blue and alpha; nothing where the picture is damaged. */
    display(into: Pixels, done: (shown: Pixels | null) => void): void;
    free(): void;
  };
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
