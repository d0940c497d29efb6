import { useNavigate } from '@tanstack/react-router';
import { InvoiceEditor } from './invoice-editor.tsx';

export function NewInvoicePage() {
  const navigate = useNavigate();
  return (
    <main className="wrap">
      <header className="page-head">
        <h1>New invoice</h1>
      </header>
      <InvoiceEditor
        onSaved={({ id }) => void navigate({ to: '/invoices/$id', params: { id }, replace: true, ignoreBlocker: true })}
        onCancel={() => void navigate({ to: '/invoices', ignoreBlocker: true })}
      />
    </main>
  );
}
