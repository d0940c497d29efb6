/** The part of libheif's interface that Florin calls. The package has types only for its internals. */
declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    /** Writes upright RGBA pixels. Null if the picture is damaged. */
    display(into: Pixels, done: (shown: Pixels | null) => void): void;
    free(): void;
  };
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
