// The offline page stands at the address that was asked for: loading it again is trying again.
addEventListener('online', () => location.reload());
