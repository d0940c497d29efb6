const SYSTEMS = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win: 'win32',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Returns the platform that a package's name states, for example `@x/binding-linux-arm64-musl`. */
export function parsePlatform(name) {
  const words = name.split(/[/-]/);
  const os = words.map((word) => SYSTEMS[word]).find((system) => system !== undefined);
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) {
    throw new Error(`The name ${name} states no known platform. Add it to scripts/launch/platform-names.mjs.`);
  }
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc: [libc] }) };
}
