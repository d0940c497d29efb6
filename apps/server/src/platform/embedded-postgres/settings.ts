const megabyte = 2 ** 20;

/**
 * An eighth of the machine's memory, in bytes given, for the pages that PostgreSQL keeps itself: 128 MB to 1 GB. A page
 * that it has to fetch from the kernel costs a large book some of its speed; memory is only taken as it is filled.
 */
export const sharedBuffersMegabytes = (memory: number): number =>
  Math.min(1_024, Math.max(128, Math.floor(memory / 8 / megabyte)));

/** The whole configuration of the embedded engine, on a machine of so many bytes; everything else is PostgreSQL's default. */
export function renderSettings(socketFolder: string, memory: number): string {
  return `# Written by Florin at each start; changes made here are lost.
listen_addresses = ''
port = 5432
unix_socket_directories = '${socketFolder}'
unix_socket_permissions = 0700
max_connections = 100
cluster_name = 'florin'

# An acknowledged payment survives a power cut.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = ${sharedBuffersMegabytes(memory)}MB
wal_buffers = 16MB
max_wal_size = 2GB
# Files of the log that are kept to be written again: making a new one keeps all commits waiting for some 50 ms.
min_wal_size = 1GB
checkpoint_timeout = 15min
checkpoint_completion_target = 0.9
random_page_cost = 1.1
jit = off

# Backends of a server that was killed give up soon, with their locks.
client_connection_check_interval = 2s

timezone = 'UTC'
log_timezone = 'UTC'

# One file per weekday, overwritten a week later. The statement that failed is the application's to log: it may hold
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

/** The only login with a password. A server that left root signs in with it where the kernel has no name for its user. */
export const SERVER_LOGIN = 'florin_server';

const peer = 'local all all peer map=florin\n';

/** The kernel says who connects to the socket. PostgreSQL compares that user by name, so one without a name needs a password. */
export const renderAuthentication = (needsPassword: boolean): string =>
  needsPassword ? `local all ${SERVER_LOGIN} scram-sha-256\n${peer}` : peer;

type Users = {
  /** May sign in as the owner, for migrations, and as the application's role and its members. */
  readonly owners: readonly string[];
  /** May sign in as the application's role alone, of which the owner is a member. */
  readonly workers: readonly string[];
};

export const renderUserMap = ({ owners, workers }: Users): string =>
  [
    ...owners.map((user) => `florin "${user}" postgres\n`),
    ...owners.map((user) => `florin "${user}" +florin_app\n`),
    ...workers.map((user) => `florin "${user}" florin_app\n`),
  ].join('');
