import './styles/main.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followChanges } from './api/live.ts';
import { createQueryClient } from './api/query-client.ts';
import { resumePushAtSignIn } from './api/resume-push.ts';
import { startSession } from './api/session.ts';
import { App, startRouter } from './app.tsx';

// A dialog's scroll lock adds a style element; with this answer's nonce the content security policy lets it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
// Before the router, whose guards ask who is signed in.
void startSession(queryClient, () => location.reload());
followChanges(queryClient);
resumePushAtSignIn(queryClient);

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={startRouter(queryClient)} />
  </StrictMode>,
);
