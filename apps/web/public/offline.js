// The offline page has the requested address, so a reload tries again.
addEventListener('online', () => location.reload());
