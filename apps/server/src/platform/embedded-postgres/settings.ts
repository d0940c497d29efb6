const megabyte = 2 ** 20;

/**
 * Returns an eighth of the memory (given in bytes), between 128 MB and 1 GB, for PostgreSQL's own page cache. Reading a
 * page from the kernel instead slows down a large ledger. PostgreSQL takes the memory only as the cache fills.
 */
export const sharedBuffersMegabytes = (memory: number): number =>
  Math.min(1_024, Math.max(128, Math.floor(memory / 8 / megabyte)));

/** Returns the configuration of the embedded engine for the machine's memory in bytes. Other settings keep their default. */
export function renderSettings(socketFolder: string, memory: number): string {
  return `# Florin writes this file at each start and overwrites all changes.
listen_addresses = ''
port = 5432
unix_socket_directories = '${socketFolder}'
unix_socket_permissions = 0700
max_connections = 100
cluster_name = 'florin'

# A confirmed payment survives a power failure.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = ${sharedBuffersMegabytes(memory)}MB
wal_buffers = 16MB
max_wal_size = 2GB
# Keep log files for reuse: creating a new one delays all commits by about 50 ms.
min_wal_size = 1GB
checkpoint_timeout = 15min
checkpoint_completion_target = 0.9
random_page_cost = 1.1
jit = off

# Backends of a killed server end soon and release their locks.
client_connection_check_interval = 2s

timezone = 'UTC'
log_timezone = 'UTC'

# One file per weekday, overwritten after a week. Failed statements are not logged here, because they may contain
# personal data.
logging_collector = on
log_directory = 'log'
log_filename = 'postgres-%u.log'
log_rotation_age = 1d
log_rotation_size = 0
log_truncate_on_rotation = on
log_min_messages = log
log_min_error_statement = panic
log_checkpoints = off
`;
}

/** The only login with a password, for a server that gave up root and whose user has no name. */
export const SERVER_LOGIN = 'florin_server';

const peer = 'local all all peer map=florin\n';

/** PostgreSQL checks the user name of the connecting process, reported by the kernel. A user without a name needs a password. */
export const renderAuthentication = (needsPassword: boolean): string =>
  needsPassword ? `local all ${SERVER_LOGIN} scram-sha-256\n${peer}` : peer;

type Users = {
  /** May sign in as the owner, for migrations, as the application role, and as its members. */
  readonly owners: readonly string[];
  /** May sign in only as the application role. */
  readonly workers: readonly string[];
};

export const renderUserMap = ({ owners, workers }: Users): string =>
  [
    ...owners.map((user) => `florin "${user}" postgres\n`),
    ...owners.map((user) => `florin "${user}" +florin_app\n`),
    ...workers.map((user) => `florin "${user}" florin_app\n`),
  ].join('');
